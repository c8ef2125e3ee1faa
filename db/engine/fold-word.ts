/** Runs of letters and digits. */
export const RUN = /[\p{L}\p{N}\p{M}]+/gu;

/** Accents, vowel points and variation selectors, after decomposition. */
// oxlint-disable-next-line no-misleading-character-class
const MARKS = /[\u0300-\u036F\u0591-\u05C7\u064B-\u065F\u0670\uFE00-\uFE0F]/g;

/** Letters that Unicode doesn't decompose, in lower case, and how they are typed without them. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  ð: "d",
  ø: "o",
  þ: "th",
  đ: "d",
  ħ: "h",
  ı: "i",
  ĸ: "k",
  ł: "l",
  ŋ: "n",
  œ: "oe",
  ŧ: "t",
  ƀ: "b",
  ƶ: "z",
  ɨ: "i",
  ς: "σ",
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");

/** Removes case, accents and letter variants. */
export const foldWord = (run: string): string =>
  run
    .normalize("NFKD")
    .replaceAll(MARKS, "")
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(LETTER, (letter) => LETTERS[letter]!);
