/** A word as it is looked for, and where the text has it. */
export interface Span {
  word: string;
  start: number;
  end: number;
}

/** What of a text can be found: its first so many words. PostgreSQL counts no more places. */
export const MOST_WORDS = 16_000;
/** All of them together; PostgreSQL takes a megabyte with what belongs to them. */
const MOST_BYTES = 512 * 1024;
/** More of a word is not looked at. */
const WORD_LENGTH = 64;

const RUN = /[\p{L}\p{N}\p{M}]+/gu;
const ASCII_RUN = /[a-z0-9]+/gi;
/** Accents and vowel points, once they are apart from their letters. */
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;
// oxlint-disable-next-line no-control-regex
const ASCII = /^[\0-\u007f]*$/;

/** Whether its words are what is between its signs, but for case. */
export const isAscii = (text: string): boolean => ASCII.test(text);

/** Without case, accents and forms of the same letter. */
const folded = (run: string): string =>
  run.normalize("NFKD").replaceAll(MARKS, "").normalize("NFC").toLowerCase().replaceAll("ς", "σ");

/**
 * The words of a text: runs of letters and digits, whatever the language. Both databases are given words
 * that were made here, so that they find the same.
 */
export const spansOf = (text: string, most = Infinity): Span[] => {
  const spans: Span[] = [];
  const ascii = isAscii(text);
  const runs = new RegExp(ascii ? ASCII_RUN : RUN);
  for (let found = runs.exec(text); found && spans.length < most; found = runs.exec(text)) {
    const [run] = found;
    const start = found.index;
    const end = start + run.length;
    if (ascii || isAscii(run))
      spans.push({ word: run.slice(0, WORD_LENGTH).toLowerCase(), start, end });
    else
      for (const [word] of folded(run).matchAll(RUN))
        spans.push({ word: word.slice(0, WORD_LENGTH), start, end });
  }
  return spans;
};

export const wordsOf = (text: string): string[] => spansOf(text).map(({ word }) => word);

/** The words of several texts, as far as they can be found. */
export const findable = (texts: readonly string[]): string[][] => {
  let [count, bytes] = [0, 0];
  return texts.map((text) => {
    const words: string[] = [];
    for (const { word } of spansOf(text, MOST_WORDS + 1 - count)) {
      count += 1;
      bytes += Buffer.byteLength(word);
      if (count > MOST_WORDS || bytes > MOST_BYTES) break;
      words.push(word);
    }
    return words;
  });
};
