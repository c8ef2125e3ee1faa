import { parseSearchedWords } from "../../db/search/words.js";

const MAX_WORDS = 12;
/** A shorter prefix would be found in most calls. */
const MIN_PREFIX_CHARACTERS = 3;

/** A phrase of a tracker: its words occur in this order in a sentence. */
export interface TrackerPhrase {
  /** As it was written. */
  text: string;
  words: readonly string[];
  /** Whether the last word may continue. */
  isPrefix: boolean;
  /** Whether English forms of the words count: prices for price. */
  hasForms: boolean;
  /** What this phrase covers isn't found by the others. */
  isExclusion: boolean;
}

/** Parses a phrase: some words, begin*, "as they are written", -what doesn't count. Returns why it can't be one. */
export const parseTrackerPhrase = (text: string): TrackerPhrase | { problem: string } => {
  const [, minus, rest] = /^\s*(-?)\s*(.*?)\s*$/su.exec(text.replaceAll(/[“”„]/gu, '"'))!;
  const quoted = /^"([^"]*)"$/u.exec(rest!)?.[1];
  const plain = quoted ?? rest!;
  if (plain.includes('"')) return { problem: "must have its quotation marks around all words" };
  const isBegun = plain.endsWith("*");
  if (plain.slice(0, isBegun ? -1 : undefined).includes("*"))
    return { problem: "may have * at its end only" };
  const { words, isOpen } = parseSearchedWords(plain);
  if (words.length === 0) return { problem: "must contain a word" };
  if (words.length > MAX_WORDS) return { problem: `must have at most ${MAX_WORDS} words` };
  if (isBegun && !isOpen && words.join("").length < MIN_PREFIX_CHARACTERS)
    return { problem: `must have at least ${MIN_PREFIX_CHARACTERS} characters before *` };
  return {
    text,
    words,
    isPrefix: isBegun || isOpen,
    hasForms: quoted === undefined,
    isExclusion: minus === "-",
  };
};

/** Parses the stored phrases of a tracker. */
export const parseStoredPhrases = (json: string): TrackerPhrase[] =>
  (JSON.parse(json) as string[])
    .map(parseTrackerPhrase)
    .filter((phrase): phrase is TrackerPhrase => !("problem" in phrase));
