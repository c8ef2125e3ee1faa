import { DIGITS_OF_WORD, REPEATS, TENS_WORDS } from "./digit-words.js";

/** A piece of text with digits, as digits or as words. */
export interface NumberToken {
  /** The index of its text. */
  line: number;
  start: number;
  end: number;
  digits: string;
  isWord: boolean;
  /** Part of something else: letters touch it, or it is an amount of money or a number with a plus sign. */
  isForeign: boolean;
}

const WORDS = [...DIGITS_OF_WORD.keys(), ...REPEATS.keys()]
  .toSorted((one, other) => other.length - one.length)
  .join("|");
/** `the last four` isn't a digit. */
const TOKEN = new RegExp(
  `\\p{Nd}+|(?<![\\p{L}\\p{N}'’]|(?:first|last|next|final)\\s)(?:${WORDS})(?![\\p{L}\\p{N}'’])`,
  "giu",
);

/** `1,299.00`, and any number after a currency sign. */
const AMOUNT =
  /(?<![\d.,-])\d{1,3}(?:[.,]\d{3})*[.,]\d{2}(?!\d|[.,-]\d)|[$€£¥]\s?\d[\d.,]*|\+\s?\d[\d\s().-]*/gu;

/** Scripts with spaces between words: in these, digits next to a letter are part of a name. */
const LETTER = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u;
const HYPHENATED = /^\p{L}{0,8}-\p{L}{0,8}$/u;
const JOINT = { joined: /^[\s-]$/u, separate: /^-$/u };

/** Returns the value of a decimal digit of any script. */
const toAscii = (text: string): string => {
  if (/^[0-9]+$/u.test(text)) return text;
  return Array.from(text.normalize("NFKC"), (digit) => {
    const code = digit.codePointAt(0)!;
    // Unicode's decimal digits come in groups of ten, each starting with its zero.
    let zero = code;
    while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return code - zero;
  }).join("");
};

const hasLetterAt = (text: string, index: number): boolean => LETTER.test(text.charAt(index));

/** Marks numbers that hyphens join to a foreign number as foreign, too, as in a UUID. */
const spreadForeign = (text: string, tokens: readonly NumberToken[]): void => {
  for (const list of [tokens, tokens.toReversed()])
    for (const [index, token] of list.entries()) {
      const last = list[index - 1];
      if (!last?.isForeign) continue;
      const [from, to] = last.end <= token.start ? [last, token] : [token, last];
      token.isForeign ||= HYPHENATED.test(text.slice(from.end, to.start));
    }
};

/** What people write directly before or after a card's number, as in `Visa4111…`. */
const CARD_BEFORE =
  /(?<!\p{L})(?:visa|mastercard|maestro|amex|discover|diners|card|karte|carte|tarjeta)$/iu;
const CARD_AFTER = /^(?:exp|cvv|cvc|valid)/iu;

const touchesLetters = (text: string, start: number, end: number): boolean =>
  (hasLetterAt(text, start - 1) && !CARD_BEFORE.test(text.slice(Math.max(0, start - 12), start))) ||
  (hasLetterAt(text, end) && !CARD_AFTER.test(text.slice(end, end + 6)));

/** Whether `forty one` is 41, or 40 and 1; `forty-one` is always 41. */
export type TensReading = "joined" | "separate";

/** Reads the numbers of a text, and merges `double five` and `forty-one`. */
export const readNumberTokens = (
  text: string,
  line: number,
  tens: TensReading = "joined",
): NumberToken[] => {
  const tokens: NumberToken[] = [];
  const amounts = Array.from(text.matchAll(AMOUNT), ({ index, 0: { length } }) => [
    index,
    index + length,
  ]);
  let nextAmount = 0;
  let repeat: { count: number; start: number } | undefined;
  for (const { index, 0: found } of text.matchAll(TOKEN)) {
    const word = found.toLowerCase();
    const end = index + found.length;
    const times = REPEATS.get(word);
    if (times !== undefined) {
      repeat = { count: times, start: index };
      continue;
    }
    const wordDigits = DIGITS_OF_WORD.get(word);
    const digits = wordDigits ?? toAscii(found);
    const last = tokens.at(-1);
    const previous = last && text.slice(last.start, last.end).toLowerCase();
    if (
      last &&
      /^[1-9]$/u.test(digits) &&
      TENS_WORDS.has(previous!) &&
      JOINT[tens].test(text.slice(last.end, index))
    ) {
      Object.assign(last, { digits: last.digits.charAt(0) + digits, end });
      continue;
    }
    while (nextAmount < amounts.length && amounts[nextAmount]![1]! <= index) nextAmount += 1;
    const isRepeated = repeat !== undefined && digits.length === 1;
    tokens.push({
      line,
      start: isRepeated ? repeat!.start : index,
      end,
      digits: isRepeated ? digits.repeat(repeat!.count) : digits,
      isWord: wordDigits !== undefined,
      isForeign:
        touchesLetters(text, index, end) || (amounts[nextAmount]?.[0] ?? Infinity) <= index,
    });
    repeat = undefined;
  }
  spreadForeign(text, tokens);
  return tokens;
};
