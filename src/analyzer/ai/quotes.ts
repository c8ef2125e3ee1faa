import type { Call } from "../analyzer.js";

const WORD = /[\p{L}\p{N}'’]+/gu;
/** A single word is in nearly every call. */
const MIN_WORDS = 2;

interface Word {
  from: number;
  to: number;
}

interface Line {
  text: string;
  words: Word[];
  /** The words in lower case, each between two spaces. */
  normalized: string;
}

const normalize = (words: readonly string[]): string => ` ${words.join(" ")} `;

const readLine = (text: string): Line => {
  const matches = [...text.matchAll(WORD)];
  return {
    text,
    words: matches.map(({ 0: word, index }) => ({ from: index, to: index + word.length })),
    normalized: normalize(matches.map(([word]) => word.toLowerCase())),
  };
};

const countSpaces = (text: string): number => text.split(" ").length - 1;

/** Returns words of a call as they are in its line; undefined if no line has them. */
export type FindQuote = (quote: string) => string | undefined;

/** Creates the search for what a model quotes: models change the case, the punctuation and the blanks of a quote. */
export const createFindQuote = ({ utterances }: Pick<Call, "utterances">): FindQuote => {
  let lines: Line[] | undefined;
  return (quote) => {
    lines ??= utterances.map(({ text }) => readLine(text));
    const { words, normalized } = readLine(quote);
    for (const line of lines) {
      const at = line.normalized.indexOf(normalized);
      if (at < 0 || words.length < Math.min(MIN_WORDS, line.words.length)) continue;
      const first = countSpaces(line.normalized.slice(0, at));
      const last = line.words[first + words.length - 1];
      if (!last) continue;
      // With the mark that ends the sentence.
      const end = /^[.!?…؟。？！]*/u.exec(line.text.slice(last.to))![0];
      return line.text.slice(line.words[first]!.from, last.to + end.length);
    }
    return undefined;
  };
};
