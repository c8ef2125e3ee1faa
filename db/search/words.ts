/** A normalized word and its place in the text. */
export interface WordSpan {
  word: string;
  start: number;
  end: number;
}

/** A search finds the first words of a text only. PostgreSQL stores no higher positions. */
export const MAX_WORDS = 16_000;
/** The limit for all words together; a PostgreSQL tsvector holds a megabyte including overhead. */
const MAX_WORDS_BYTES = 512 * 1024;
/** The rest of a longer word is ignored. */
const MAX_WORD_LENGTH = 64;

const RUN = /[\p{L}\p{N}\p{M}]+/gu;
const ASCII_RUN = /[a-z0-9]+/gi;
/** Accents and vowel points, after decomposition. */
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;
// oxlint-disable-next-line no-control-regex
const ASCII = /^[\0-\u007f]*$/;

export const isAscii = (text: string): boolean => ASCII.test(text);

/** Removes case, accents and letter variants. */
const foldWord = (run: string): string =>
  run.normalize("NFKD").replaceAll(MARKS, "").normalize("NFC").toLowerCase().replaceAll("ς", "σ");

/**
 * Splits a text of any language into words: runs of letters and digits. Both databases index these words, so that both
 * return the same results.
 */
export const parseWordSpans = (text: string, maxWords = Infinity): WordSpan[] => {
  const spans: WordSpan[] = [];
  const ascii = isAscii(text);
  const runs = new RegExp(ascii ? ASCII_RUN : RUN);
  for (let found = runs.exec(text); found && spans.length < maxWords; found = runs.exec(text)) {
    const [run] = found;
    const start = found.index;
    const end = start + run.length;
    if (ascii || isAscii(run))
      spans.push({ word: run.slice(0, MAX_WORD_LENGTH).toLowerCase(), start, end });
    else
      for (const [word] of foldWord(run).matchAll(RUN))
        spans.push({ word: word.slice(0, MAX_WORD_LENGTH), start, end });
  }
  return spans;
};

export const parseWords = (text: string): string[] => parseWordSpans(text).map(({ word }) => word);

/** Returns the words of several texts, up to the limits of the index. */
export const parseSearchableWords = (texts: readonly string[]): string[][] => {
  let [count, bytes] = [0, 0];
  return texts.map((text) => {
    const words: string[] = [];
    for (const { word } of parseWordSpans(text, MAX_WORDS + 1 - count)) {
      count += 1;
      bytes += Buffer.byteLength(word);
      if (count > MAX_WORDS || bytes > MAX_WORDS_BYTES) break;
      words.push(word);
    }
    return words;
  });
};
