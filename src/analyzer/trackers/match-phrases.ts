import { isAscii, parseWordSpans, type WordSpan } from "../../../db/search/words.js";
import { parseStoredPhrases, type TrackerPhrase } from "../../../graph/trackers/phrases.js";
import { stem } from "../../meaning/concepts/stem.js";

/** A phrase in a text. */
export interface PhraseMatch {
  /** As the tracker has it. */
  phrase: string;
  /** The index of its first character in the text. */
  offset: number;
}

const ENGLISH_WORD = /^[a-z]+$/u;

/** Returns what is equal for all forms of an English word. */
const toStem = (word: string): string => (ENGLISH_WORD.test(word) ? stem(word) : word);

interface PreparedPhrase extends TrackerPhrase {
  stems: readonly string[];
  /** What a text in lower case contains if it has the phrase; undefined if that can't be said. */
  parts: readonly string[] | undefined;
}

/** All forms of a word begin with its stem, except for a y: companies, company. */
const toCommonPart = (word: string): string => toStem(word).replace(/y$/u, "");

const listParts = ({ words, hasForms }: TrackerPhrase): string[] | undefined =>
  words.every(isAscii) ? words.map((word) => (hasForms ? toCommonPart(word) : word)) : undefined;

/** The phrases of a tracker, ready to be found in many texts. */
export interface PreparedPhrases {
  wanted: readonly PreparedPhrase[];
  excluded: readonly PreparedPhrase[];
}

export const preparePhrases = (json: string): PreparedPhrases => {
  const phrases = parseStoredPhrases(json).map((phrase) => ({
    ...phrase,
    stems: phrase.words.map(toStem),
    parts: listParts(phrase),
  }));
  return {
    wanted: phrases.filter(({ isExclusion }) => !isExclusion),
    excluded: phrases.filter(({ isExclusion }) => isExclusion),
  };
};

/** Returns false for most texts without a phrase, long before they are split. `lower`: the text in lower case. */
export const mayHavePhrase = (lower: string, isAsciiText: boolean, { wanted }: PreparedPhrases) =>
  wanted.some(({ parts }) => !isAsciiText || !parts || parts.every((part) => lower.includes(part)));

/** The words of a text. */
interface Words {
  spans: readonly WordSpan[];
  stems: readonly string[];
}

/** Splits a text into words. */
export const splitForPhrases = (text: string): Words => {
  const spans = parseWordSpans(text);
  return { spans, stems: spans.map(({ word }) => toStem(word)) };
};

const isAt = (
  { spans, stems }: Words,
  first: number,
  { words, stems: wanted, isPrefix, hasForms }: PreparedPhrase,
): boolean =>
  words.every((word, index) => {
    const at = first + index;
    const found = spans[at]?.word;
    if (found === undefined) return false;
    if (isPrefix && index === words.length - 1) return found.startsWith(word);
    return found === word || (hasForms && stems[at] === wanted[index]);
  });

/** Returns the first phrase in a text that no exclusion covers. */
export const findPhrase = (
  words: Words,
  { wanted, excluded }: PreparedPhrases,
): PhraseMatch | undefined => {
  const { length } = words.spans;
  const covered: [first: number, last: number][] = [];
  for (let first = 0; excluded.length > 0 && first < length; first += 1)
    for (const phrase of excluded)
      if (isAt(words, first, phrase)) covered.push([first, first + phrase.words.length - 1]);
  for (let first = 0; first < length; first += 1)
    for (const phrase of wanted) {
      const last = first + phrase.words.length - 1;
      if (covered.some(([from, to]) => from <= first && last <= to)) continue;
      if (isAt(words, first, phrase))
        return { phrase: phrase.text.trim(), offset: words.spans[first]!.start };
    }
  return undefined;
};
