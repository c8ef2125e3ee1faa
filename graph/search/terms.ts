import type { Phrase, SearchTerms } from "../../db/search/search.js";
import { parseSearchedWords } from "../../db/search/words.js";
import { invalidField } from "../core/errors.js";

export const MAX_SEARCH_CHARACTERS = 256;
const MAX_SEARCH_WORDS = 32;
/** A shorter prefix matches too many words. */
const MIN_PREFIX_CHARACTERS = 3;

const TERM_PATTERN = /(?<minus>-?)(?:"(?<quoted>[^"]*)"?|(?<plain>[^\s"]+))(?<star>\*?)/g;

const parsePhrase = (text: string, star: boolean): Phrase => {
  const { words, isOpen } = parseSearchedWords(text);
  const isPrefix = star && (words.at(-1)?.length ?? 0) >= MIN_PREFIX_CHARACTERS;
  return { words, prefix: isOpen || isPrefix };
};

const isSamePhrase = (a: Phrase, b: Phrase): boolean =>
  a.prefix === b.prefix && a.words.join(" ") === b.words.join(" ");

/**
 * Parses a search: words that must all occur, "words in this order", -excluded words and prefixes*. A word
 * with a hyphen or an apostrophe is a phrase. All other characters separate words. @throws INVALID_FIELD
 */
export const parseSearchTerms = (search: string): SearchTerms => {
  if (search.length > MAX_SEARCH_CHARACTERS)
    throw invalidField("search", `must be at most ${MAX_SEARCH_CHARACTERS} characters`);
  const terms: SearchTerms = { all: [], none: [] };
  let count = 0;
  for (const { groups = {} } of search.replaceAll(/[“”„]/g, '"').matchAll(TERM_PATTERN)) {
    const { minus, quoted, plain, star } = groups;
    const text = quoted ?? plain ?? "";
    const phrase = parsePhrase(text, star === "*" || text.endsWith("*"));
    if (phrase.words.length === 0) continue;
    count += phrase.words.length;
    const list = terms[minus === "-" ? "none" : "all"];
    // Each phrase costs a read of its words, and more to rank.
    if (!list.some((other) => isSamePhrase(other, phrase))) list.push(phrase);
  }
  if (terms.all.length === 0) throw invalidField("search", "must contain a word to search for");
  if (count > MAX_SEARCH_WORDS)
    throw invalidField("search", `must be at most ${MAX_SEARCH_WORDS} words`);
  return terms;
};
