import { matchBrand, MAX_CARD_DIGITS, MIN_CARD_DIGITS } from "./card-brands.js";
import { CONTEXT_AFTER, CONTEXT_BEFORE, readContext } from "./number-context.js";
import { findNumberRuns, type NumberRun } from "./number-runs.js";
import { TENS_WORDS } from "./digit-words.js";
import { type NumberToken, readNumberTokens, type TensReading } from "./number-tokens.js";

/** A line of a conversation, or a separate text. Lines of one speaker continue each other. */
export interface SpokenLine {
  speaker: string;
  text: string;
}

/** A part of a line to replace. */
export interface TextSpan {
  line: number;
  start: number;
  end: number;
}

interface Found {
  tokens: readonly NumberToken[];
  isCertain: boolean;
}

/** How card numbers are printed. */
const SHAPES: ReadonlySet<string> = new Set(["4-4-4-4", "4-6-5", "4-6-4", "4-4-4-4-3"]);

/** Returns whether the tokens from `first` to `last` are grouped like a card number, and no digits continue it. */
const hasShape = ({ tokens }: NumberRun, first: number, last: number): boolean => {
  if (first === last) return true;
  const sizes = tokens.slice(first, last + 1).map(({ digits }) => digits.length);
  return (
    SHAPES.has(sizes.join("-")) &&
    tokens[first - 1]?.digits.length !== 4 &&
    tokens[last + 1]?.digits.length !== 4
  );
};

/** Returns whether the speaker may have started or ended a number there. A word such as `one` isn't always a number. */
const isEdge = ({ tokens, gaps }: NumberRun, gapIndex: number, step: 1 | -1): boolean => {
  const gap = gaps[gapIndex];
  if (gap === undefined || gap !== "separator") return true;
  const outer = step === 1 ? gapIndex + 1 : gapIndex;
  return tokens[outer]!.isWord && (gaps[gapIndex + step] ?? "pause") !== "separator";
};

type ReadContext = (token: NumberToken, last: NumberToken) => "card" | "other" | "none";

/** Throws once a search has used up its budget. */
export type CheckBudget = () => void;

/** How many numbers are searched within a few milliseconds. */
const TOKENS_PER_CHECK = 4_000;

/** Finds the card numbers of a run. In the context of a card, they may begin and end anywhere in it. */
const searchRun = (
  run: NumberRun,
  readContextOf: ReadContext,
  checkBudget: CheckBudget,
): Found[] => {
  const { tokens, gaps } = run;
  const found: Found[] = [];
  let segment = 0;
  for (let first = 0; first < tokens.length; first += 1) {
    if (first % TOKENS_PER_CHECK === TOKENS_PER_CHECK - 1) checkBudget();
    const isNewLine = tokens[first]!.line !== tokens[first - 1]?.line;
    if (isNewLine || gaps[first - 1] === "words" || gaps[first - 1] === "marks") segment = first;
    let digits = "";
    let isJoined = false;
    let hasMarks = false;
    let context: "card" | "other" | "none" | undefined;
    for (let last = first; last < tokens.length; last += 1) {
      digits += tokens[last]!.digits;
      isJoined ||= last > first && gaps[last - 1] === "words";
      hasMarks ||= last > first && gaps[last - 1] === "marks";
      if (digits.length > MAX_CARD_DIGITS) break;
      if (digits.length < MIN_CARD_DIGITS) continue;
      const brand = matchBrand(digits);
      if (!brand) continue;
      context ??= readContextOf(tokens[segment]!, tokens[last]!);
      if (context === "other") break;
      const isWhole =
        hasShape(run, first, last) || (isEdge(run, first - 1, -1) && isEdge(run, last, 1));
      // `4111/1111` is a date as well as a part of a card's number: the surrounding words and the grouping decide.
      if (hasMarks && !hasShape(run, first, last)) continue;
      const isCertain = brand === "usual" && isWhole && !isJoined && !hasMarks;
      if (isCertain || context === "card")
        found.push({ tokens: tokens.slice(first, last + 1), isCertain });
    }
  }
  // A candidate that overlaps a certain number shares its digits by chance.
  const certain = new Set(found.filter((one) => one.isCertain).flatMap((one) => one.tokens));
  return found.filter((one) => one.isCertain || !one.tokens.some((token) => certain.has(token)));
};

/** Returns the spans of the tokens, one per line. */
const spansOf = (tokens: readonly NumberToken[]): TextSpan[] => {
  const spans: TextSpan[] = [];
  for (const { line, start, end } of tokens) {
    const last = spans.at(-1);
    if (last?.line === line) last.end = end;
    else spans.push({ line, start, end });
  }
  return spans;
};

/** Sorts the spans, and merges those that overlap. */
const mergeSpans = (spans: readonly TextSpan[]): TextSpan[] => {
  const merged: TextSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.line - b.line || a.start - b.start)) {
    const last = merged.at(-1);
    if (last?.line === span.line && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else merged.push({ ...span });
  }
  return merged;
};

/** How many lines are read within a few milliseconds. */
const LINES_PER_CHECK = 100;

const searchLines = (
  texts: readonly string[],
  orders: readonly (readonly number[])[],
  tens: TensReading,
  checkBudget: CheckBudget,
): Found[] => {
  const tokens: NumberToken[][] = [];
  for (const [line, text] of texts.entries()) {
    if (line % LINES_PER_CHECK === 0) checkBudget();
    tokens.push(readNumberTokens(text, line, tens));
  }
  const readContextOf: ReadContext = (token, last) => {
    let before = texts[token.line]!.slice(0, token.start);
    for (let line = token.line - 1; line >= 0 && before.length < CONTEXT_BEFORE; line -= 1)
      before = `${texts[line]!}\n ${before}`;
    const after = texts[last.line]!.slice(last.end, last.end + CONTEXT_AFTER);
    return readContext(before.slice(-CONTEXT_BEFORE), after);
  };
  const found: Found[][] = [];
  for (const order of orders)
    for (const run of findNumberRuns(texts, order, tokens))
      found.push(searchRun(run, readContextOf, checkBudget));
  return found.flat();
};

const SPACED_TENS = new RegExp(`(?:${[...TENS_WORDS].join("|")})\\s`, "iu");

/**
 * Finds payment card numbers: 13 to 19 digits with a known beginning and a right checksum, in digits or in words,
 * across the lines of a speaker. The surrounding words decide if the digits alone don't. Spans are sorted and don't
 * overlap.
 * @throws errors from `checkBudget`
 */
export const findCardNumbers = (
  lines: readonly SpokenLine[],
  checkBudget: CheckBudget = () => {},
): TextSpan[] => {
  const texts = lines.map(({ text }) => text);
  const orders = [...Map.groupBy(lines.keys(), (line) => lines[line]!.speaker).values()];
  // Speech recognition may assign the parts of one number to two speakers.
  if (orders.length > 1) orders.push([...lines.keys()]);
  const found = [searchLines(texts, orders, "joined", checkBudget)];
  if (texts.some((text) => SPACED_TENS.test(text)))
    found.push(searchLines(texts, orders, "separate", checkBudget));
  return mergeSpans(found.flat().flatMap(({ tokens }) => spansOf(tokens)));
};
