const ONES = "one two three four five six seven eight nine".split(" ");
const TEENS =
  "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const ORDINALS = new Set(
  "fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth".split(
    " ",
  ),
);
const SMALL = new Set([...ONES, ...TEENS, ...TENS, "couple"]);
const LARGE = new Set(["hundred", "thousand", "grand", "k", "million"]);
const ONE = new Set(ONES);
const TEN = new Set(TENS);

/** A number's size as a token, and how many words it takes. */
export interface NumberToken {
  name: string;
  length: number;
}

const sizeOf = (value: number): string => {
  if (value >= 1000) return "<THOUSANDS>";
  if (value >= 100) return "<HUNDREDS>";
  return value > 12 ? "<TENS>" : "<ONES>";
};

const readDigits = (word: string): NumberToken => {
  const value = Number(word.replaceAll(",", "").replace(/\.$/u, ""));
  return { name: sizeOf(value), length: 1 };
};

const isPart = (word: string | undefined): boolean =>
  word !== undefined && (SMALL.has(word) || LARGE.has(word)) && word !== "couple";

// "Three sixty" and "forty nine ninety nine" are amounts, "sixty three" is not.
const isSpokenAmount = (run: readonly string[]): boolean =>
  run.length > 2 || (run.length === 2 && !(TEN.has(run[0]!) && ONE.has(run[1]!)));

const nameRun = (run: readonly string[]): string => {
  if (run.some((word) => word === "thousand" || word === "grand" || word === "k"))
    return "<THOUSANDS>";
  if (run.includes("hundred"))
    return TEN.has(run[0]!) || TEENS.includes(run[0]!) ? "<THOUSANDS>" : "<HUNDREDS>";
  if (isSpokenAmount(run)) return "<AMOUNT>";
  return ONE.has(run[0]!) || /^(?:ten|eleven|twelve)$/u.test(run[0]!) ? "<ONES>" : "<TENS>";
};

/** Reads the number that begins at a word, in digits or spelled out. */
export const readNumber = (words: readonly string[], at: number): NumberToken | undefined => {
  const first = words[at]!;
  if (/^\d/u.test(first)) return readDigits(first);
  if (ORDINALS.has(first)) return { name: "<ORDINAL>", length: 1 };
  if (!isPart(first)) return undefined;
  let end = at + 1;
  while (
    isPart(words[end]) ||
    (words[end] === "and" && words[end - 1] === "hundred" && isPart(words[end + 1]))
  )
    end++;
  const run = words.slice(at, end).filter((word) => word !== "and");
  // Mostly a pronoun.
  if (run.length === 1 && first === "one") return undefined;
  if (/^(?:first|second|third)$/u.test(words[end] ?? "") || ORDINALS.has(words[end] ?? ""))
    return { name: "<ORDINAL>", length: end - at + 1 };
  return { name: nameRun(run), length: end - at };
};
