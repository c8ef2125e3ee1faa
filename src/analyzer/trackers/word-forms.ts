/** They look like forms of other words. */
const IRREGULAR = new Set(
  "evening during king thing something anything nothing everything string ceiling building this his its was has always red bed shed speed need feed seed indeed exceed proceed succeed bleed breed hundred".split(
    " ",
  ),
);

const VOWEL = /[aeiouy]/u;
/** A beginning with one group of vowels, which has one letter, and one consonant after it: "pric", "us", "quot". */
const SHORT = /^(?:qu|[^aeiou])*[aeiouy][^aeiouwxy]$/u;
/** Consonants, or vowels and a consonant, after which words of one syllable have an e: "dance", "leave", "handle". */
const NEEDS_E =
  /(?:nc|rg|dg|[lr]v|[nr]s|[bcdfgkptz]l|[aeiou]{2}[svcz]|u|^ow|^[thwpb]ast|(?:bre|b)ath)$/u;
const SYLLABLES = /[aeiouy]+/gu;

const countSyllables = (text: string): number => text.match(SYLLABLES)?.length ?? 0;

/** Takes -ing or -ed off, and undoes what English writes for it: "pricing", "planned", "tried". */
const cutEnding = (word: string): string => {
  if (/(?:agr|guarant|fr|decr)eed$/u.test(word)) return word.slice(0, -1);
  const [, begin] = /^(.+?)(?:ing|ed)$/u.exec(word) ?? [];
  if (begin === undefined || begin.length < 2 || !VOWEL.test(begin)) return word;
  const last = begin.at(-1)!;
  if (last === begin.at(-2)! && !VOWEL.test(last)) return begin;
  if (countSyllables(begin) > 1) return begin;
  return SHORT.test(begin) || NEEDS_E.test(begin) ? `${begin}e` : begin;
};

const cutPlural = (word: string): string => {
  if (word.length < 4 || /(?:ss|us|is)$/u.test(word)) return word;
  if (/(?:ss|x|ch|sh|zz|(?<!^(?:sh|t|can))o)es$/u.test(word)) return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
};

/** Takes off what the forms of a word write differently: "movie" and "tried" end in y, "call" in one l, "arrange" in no e. */
const unify = (word: string): string => {
  const undoubled = word.length > 3 ? word.replace(/([^aeiou])\1$/u, "$1") : word;
  const withY = undoubled.replace(/ie?$/u, "y");
  const begin = withY.slice(0, -1);
  const isMute = withY.endsWith("e") && !/[aeio]$/u.test(begin);
  return isMute && (countSyllables(begin) > 1 || /(?:.ng|..at)$/u.test(begin)) ? begin : withY;
};

/**
 * Returns what is equal for the forms of an English word in lower case, and for few other words: price, prices, priced
 * and pricing; but not car and care.
 */
export const toWordForm = (word: string): string => {
  if (word.length < 3 || IRREGULAR.has(word)) return word;
  const singular = cutPlural(word);
  return unify(IRREGULAR.has(singular) ? singular : cutEnding(singular));
};

/** Returns what all words with this form begin with. */
export const toCommonBegin = (form: string): string => form.replace(/[ey]+$/u, "");
