/** A word of a text, and where it is. */
export interface SpokenWord {
  /** Without a possessive 's. */
  text: string;
  /** Its letters and digits, in lower case and without accents: what two spellings share. */
  letters: string;
  /** Indexes of the text. */
  start: number;
  end: number;
}

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;
const POSSESSIVE = /['’]s$/u;

/** Returns a text's letters and digits, in lower case and without accents. */
export const toLetters = (text: string): string =>
  text
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Splits a text into its words, in order. */
export const splitSpokenWords = (text: string): SpokenWord[] =>
  [...text.matchAll(WORD)].map(({ 0: found, index }) => {
    const word = found.replace(POSSESSIVE, "");
    return { text: word, letters: toLetters(word), start: index, end: index + word.length };
  });
