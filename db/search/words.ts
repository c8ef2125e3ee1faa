import { isClustered, listClusters, splitScripts } from "./clusters.js";
import { foldWord, RUN } from "../engine/fold-word.js";

/** A normalized word and its place in the text. */
export interface WordSpan {
  word: string;
  start: number;
  end: number;
  /** For a pair of characters: the end of the first. */
  firstEnd?: number;
  /** True for the last character of a text without spaces. */
  isLast?: true;
}

/** A search finds the first words of a text only. PostgreSQL stores no higher positions. */
export const MAX_WORDS = 16_000;
/** The limit for all words together; a PostgreSQL tsvector holds a megabyte including overhead. */
const MAX_WORDS_BYTES = 512 * 1024;
/** The rest of a longer word is ignored. */
const MAX_WORD_LENGTH = 64;

const ASCII_RUN = /[a-z0-9]+/gi;
// oxlint-disable-next-line no-control-regex
const ASCII = /^[\0-\u007f]*$/;

export const isAscii = (text: string): boolean => ASCII.test(text);

const addFolded = (spans: WordSpan[], run: string, start: number): void => {
  const end = start + run.length;
  for (const [word] of foldWord(run).matchAll(RUN))
    spans.push({ word: word.slice(0, MAX_WORD_LENGTH), start, end });
};

/**
 * Adds each character with the next one, and the last one alone: a part of two characters or more is then a phrase of
 * pairs, and a single character the prefix of a word.
 */
const addPairs = (spans: WordSpan[], run: string, runStart: number): void => {
  for (const segment of splitScripts(run, runStart)) {
    if (!segment.isClustered) {
      addFolded(spans, segment.text, segment.start);
      continue;
    }
    const clusters = listClusters(segment);
    for (const [index, { folded, start, end }] of clusters.entries()) {
      const next = clusters[index + 1];
      const word = (folded + (next?.folded ?? "")).slice(0, MAX_WORD_LENGTH);
      if (next) spans.push({ word, start, end: next.end, firstEnd: end });
      else spans.push({ word, start, end, isLast: true });
    }
  }
};

/**
 * Splits a text of any language into words: runs of letters and digits, or pairs of characters in scripts without
 * spaces. Both databases index these words, so that both return the same results.
 */
export const parseWordSpans = (text: string, maxWords = Infinity): WordSpan[] => {
  const spans: WordSpan[] = [];
  const ascii = isAscii(text);
  const runs = new RegExp(ascii ? ASCII_RUN : RUN);
  for (let found = runs.exec(text); found && spans.length < maxWords; found = runs.exec(text)) {
    const [run] = found;
    const start = found.index;
    if (ascii || isAscii(run))
      spans.push({
        word: run.slice(0, MAX_WORD_LENGTH).toLowerCase(),
        start,
        end: start + run.length,
      });
    else if (isClustered(run)) addPairs(spans, run, start);
    else addFolded(spans, run, start);
  }
  return spans;
};

/** The words of a searched text. */
export interface SearchedWords {
  words: string[];
  /** Whether the last word is a single character, which may begin a pair. */
  isOpen: boolean;
}

/** Splits a text to search for. It may be a part of a longer text without spaces. */
export const parseSearchedWords = (text: string): SearchedWords => {
  const spans = parseWordSpans(text);
  const [before, last] = spans.slice(-2).length === 2 ? spans.slice(-2) : [undefined, spans[0]];
  const words = spans.map(({ word }) => word);
  if (last?.isLast !== true) return { words, isOpen: false };
  const endsPair = before?.firstEnd !== undefined && before.end === last.end;
  return endsPair ? { words: words.slice(0, -1), isOpen: false } : { words, isOpen: true };
};

/** Returns the words of several texts, up to the limits of the index. */
export const parseSearchableWords = (
  texts: readonly string[],
  split: (text: string, maxWords: number) => { word: string }[] = parseWordSpans,
): string[][] => {
  let [count, bytes] = [0, 0];
  return texts.map((text) => {
    const words: string[] = [];
    for (const { word } of split(text, MAX_WORDS + 1 - count)) {
      count += 1;
      bytes += Buffer.byteLength(word);
      if (count > MAX_WORDS || bytes > MAX_WORDS_BYTES) break;
      words.push(word);
    }
    return words;
  });
};
