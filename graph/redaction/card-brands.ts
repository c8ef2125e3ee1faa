interface Brand {
  /** Inclusive bounds of the first digits, of equal length. */
  ranges: readonly (readonly [from: string, to: string])[];
  /** The lengths that are in general use: a number of this length needs no other sign of a card. */
  usual: readonly number[];
  /** Every length that the brand has issued, from 13 on. */
  all: readonly number[];
}

const one = (prefix: string): [string, string] => [prefix, prefix];
const UP_TO_19 = [16, 17, 18, 19];
const FROM_13 = [13, 14, 15, ...UP_TO_19];

/** Issuer identification numbers (ISO/IEC 7812), by brand. */
const BRANDS: readonly Brand[] = [
  { ranges: [one("4")], usual: [16], all: [13, 16, 19] },
  {
    ranges: [
      ["51", "55"],
      ["2221", "2720"],
    ],
    usual: [16],
    all: [16],
  },
  { ranges: [one("34"), one("37")], usual: [15], all: [15] },
  { ranges: [one("6011"), ["644", "649"], one("65")], usual: [16], all: UP_TO_19 },
  {
    ranges: [["300", "305"], one("3095"), one("36"), ["38", "39"]],
    usual: [14],
    all: [14, 15, ...UP_TO_19],
  },
  { ranges: [["3528", "3589"]], usual: [16], all: UP_TO_19 },
  { ranges: [one("62")], usual: [16], all: UP_TO_19 },
  // Mir, RuPay, Troy.
  { ranges: [["2200", "2204"], one("508"), ["81", "82"], one("9792")], usual: [], all: UP_TO_19 },
  // Maestro, and the national cards in its ranges.
  { ranges: [one("50"), ["56", "58"], one("6")], usual: [], all: FROM_13 },
];

export const MIN_CARD_DIGITS = 13;
export const MAX_CARD_DIGITS = 19;

const startsIn = (digits: string, [from, to]: readonly [string, string]): boolean => {
  const start = digits.slice(0, from.length);
  return start >= from && start <= to;
};

/** The checksum of ISO/IEC 7812. */
const hasChecksum = (digits: string): boolean => {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const doubled = digit * 2;
    sum += index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
};

/** Returns how likely the digits alone are a card number: usual length, rare length, or no card number. */
export const matchBrand = (digits: string): "usual" | "rare" | undefined => {
  const { length } = digits;
  if (length < MIN_CARD_DIGITS || length > MAX_CARD_DIGITS) return undefined;
  if (!hasChecksum(digits)) return undefined;
  const brands = BRANDS.filter(({ ranges }) => ranges.some((range) => startsIn(digits, range)));
  if (brands.some(({ usual }) => usual.includes(length))) return "usual";
  return brands.some(({ all }) => all.includes(length)) ? "rare" : undefined;
};
