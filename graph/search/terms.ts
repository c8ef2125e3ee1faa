import type { Phrase, SearchTerms } from "../../db/search/search.js";
import { parseWords } from "../../db/search/words.js";
import { invalidField } from "../core/errors.js";

export const MAX_SEARCH_CHARACTERS = 256;
const MAX_SEARCH_WORDS = 32;
/** A shorter prefix matches too many words. */
const MIN_PREFIX_CHARACTERS = 3;

const TERM_PATTERN = /(?<minus>-?)(?:"(?<quoted>[^"]*)"?|(?<plain>[^\s"]+))(?<star>\*?)/g;

const parsePhrase = (text: string, star: boolean): Phrase => {
  const words = parseWords(text);
  return { words, prefix: star && (words.at(-1)?.length ?? 0) >= MIN_PREFIX_CHARACTERS };
};

/**
 * Parses a search: words that must all occur, "words in this order", -excluded words and prefixes*. A word
 * with a hyphen or an apostrophe is a phrase. All other characters separate words. @throws INVALID_FIELD
 */
export const parseSearchTerms = (search: string): SearchTerms => {
  if (search.length > MAX_SEARCH_CHARACTERS)
    throw invalidField("search", `must be at most ${MAX_SEARCH_CHARACTERS} characters`);
  const terms: SearchTerms = { all: [], none: [] };
  for (const { groups = {} } of search.replaceAll(/[“”„]/g, '"').matchAll(TERM_PATTERN)) {
    const { minus, quoted, plain, star } = groups;
    const text = quoted ?? plain ?? "";
    const phrase = parsePhrase(text, star === "*" || text.endsWith("*"));
    if (phrase.words.length > 0) terms[minus === "-" ? "none" : "all"].push(phrase);
  }
  if (terms.all.length === 0) throw invalidField("search", "must have a word to look for");
  const count = [...terms.all, ...terms.none].reduce((sum, { words }) => sum + words.length, 0);
  if (count > MAX_SEARCH_WORDS)
    throw invalidField("search", `must be at most ${MAX_SEARCH_WORDS} words`);
  return terms;
};
