import type { Random } from "../../src/demo/random.js";

export const randomDigits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => random.int(0, 9)).join("");

const WORDS = "zero one two three four five six seven eight nine".split(" ");
const TEENS =
  "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

/** Digits without the last, and how many groups of which size the brand prints. */
const BRANDS = [
  { prefix: "4", sizes: [4, 4, 4, 4] },
  { prefix: "53", sizes: [4, 4, 4, 4] },
  { prefix: "2345", sizes: [4, 4, 4, 4] },
  { prefix: "6011", sizes: [4, 4, 4, 4] },
  { prefix: "37", sizes: [4, 6, 5] },
];

/** A card's number in the groups that are printed on it. */
export type CardNumber = readonly string[];

const computeCheckDigit = (digits: string): number => {
  const sum = Array.from(digits, Number)
    .toReversed()
    .map((digit, index) => (index % 2 === 0 ? digit * 2 : digit))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return (10 - (sum % 10)) % 10;
};

export const createCardNumber = (random: Random): CardNumber => {
  const { prefix, sizes } = random.pick(BRANDS);
  const length = sizes.reduce((sum, size) => sum + size, 0);
  const body = prefix + randomDigits(random, length - 1 - prefix.length);
  let rest = body + computeCheckDigit(body);
  return sizes.map((size) => {
    const group = rest.slice(0, size);
    rest = rest.slice(size);
    return group;
  });
};

const sayDigits = (digits: string): string =>
  Array.from(digits, (digit) => WORDS[Number(digit)]).join(" ");

/** `four double one oh`. */
const sayRepeats = (digits: string): string =>
  digits
    .replaceAll(/(\d)\1\1?/g, (run) => ` ${["double", "triple"][run.length - 2]}-${run[0]} `)
    .replaceAll(/(?<!-)\d/g, (digit) => ` ${digit === "0" ? "oh" : WORDS[Number(digit)]} `)
    .replaceAll(/-(\d)/g, (_match, digit: string) => ` ${WORDS[Number(digit)]}`)
    .replaceAll(/\s+/g, " ")
    .trim();

/** `forty-one eleven oh five`. */
const sayPairs = (digits: string): string =>
  (digits.match(/\d\d?/g) ?? [])
    .map((pair) => {
      if (pair.length === 1 || pair.startsWith("0")) return sayDigits(pair);
      const [tens, units] = [Number(pair[0]), Number(pair[1])];
      if (tens === 1) return TEENS[units];
      return units === 0 ? TENS[tens] : `${TENS[tens]}-${WORDS[units]}`;
    })
    .join(" ");

const sayMixed = (card: CardNumber): string =>
  card.map((group, index) => (index % 2 === 0 ? group : sayDigits(group))).join(" ");

const halves = (card: CardNumber): [CardNumber, CardNumber] => [card.slice(0, 2), card.slice(2)];

/** Ten spellings: the parts that the speaker says, one after the other. */
export const SPELLINGS: Readonly<Record<string, (card: CardNumber) => string[]>> = {
  plain: (card) => [card.join("")],
  spaces: (card) => [card.join(" ")],
  dashes: (card) => [card.join("-")],
  dots: (card) => [card.join(".")],
  "single digits": (card) => [Array.from(card.join("")).join(" ")],
  words: (card) => [card.map(sayDigits).join(" ")],
  repeats: (card) => [card.map(sayRepeats).join(", ")],
  pairs: (card) => [card.map(sayPairs).join(" ")],
  mixed: (card) => [sayMixed(card)],
  "across utterances": (card) => halves(card).map((half) => half.map(sayDigits).join(" ")),
};
