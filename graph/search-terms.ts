import type { Phrase, SearchTerms } from "../db/search.js";
import { wordsOf } from "../db/words.js";
import { invalidField } from "./errors.js";

/** Characters of a search. */
export const MOST_CHARACTERS = 256;
const MOST_WORDS = 32;
/** Fewer would be the beginning of very many words. */
const PREFIX_LENGTH = 3;

const PART = /(?<minus>-?)(?:"(?<quoted>[^"]*)"?|(?<plain>[^\s"]+))(?<star>\*?)/g;

const phraseOf = (text: string, star: boolean): Phrase => {
  const words = wordsOf(text);
  return { words, prefix: star && (words.at(-1)?.length ?? 0) >= PREFIX_LENGTH };
};

/**
 * What somebody looks for: words, all of which must occur; "several in this order"; -none of these;
 * beginnings*. A word with a hyphen or an apostrophe in it is several in order. All else is no more than
 * what stands between words. @throws INVALID_FIELD
 */
export const searchTermsOf = (search: string): SearchTerms => {
  if (search.length > MOST_CHARACTERS)
    throw invalidField("search", `must be at most ${MOST_CHARACTERS} characters`);
  const terms: SearchTerms = { all: [], none: [] };
  for (const { groups = {} } of search.replaceAll(/[“”„]/g, '"').matchAll(PART)) {
    const { minus, quoted, plain, star } = groups;
    const text = quoted ?? plain ?? "";
    const phrase = phraseOf(text, star === "*" || text.endsWith("*"));
    if (phrase.words.length > 0) terms[minus === "-" ? "none" : "all"].push(phrase);
  }
  if (terms.all.length === 0) throw invalidField("search", "must have a word to look for");
  const count = [...terms.all, ...terms.none].reduce((sum, { words }) => sum + words.length, 0);
  if (count > MOST_WORDS) throw invalidField("search", `must be at most ${MOST_WORDS} words`);
  return terms;
};
