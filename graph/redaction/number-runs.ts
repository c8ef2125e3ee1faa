import type { NumberToken } from "./number-tokens.js";
import { namesOtherNumber } from "./number-context.js";

/** What stands between two numbers: a separator, a pause of the speaker, marks of a text, or a few words. */
type Gap = "separator" | "pause" | "marks" | "words";

/** Numbers that one speaker says close together. */
export interface NumberRun {
  tokens: NumberToken[];
  /** The gap after each token except the last. */
  gaps: Gap[];
}

const SEPARATOR = /^[\s.,·_‐‑‒–—−-]{0,3}$/u;
const PAUSE_MARK = /[.,][\s]|\n/u;
/** `12/25`, `14:30`, `(555)` and `#1` end a number. */
const BREAK = /[/:;*+#$€£¥%()[\]{}=<>|"&@]/u;
/** Brackets, quotes, slashes, Markdown and HTML. */
const MARKS = /^(?:[\s.,:*|/\\~_`"'“”„‘’«»()[\]{}‐‑‒–—−-]|<\/?[a-z][^<>]{0,40}>|&[a-z]{2,8};)+$/iu;
const FILLER =
  /(?<!\p{L})(?:uh-huh|mm-hmm|mhm|go on|go ahead|got it|sure|great|perfect|alright|all right|thanks|thank you|and|then|uh|um|uhm|er|erm|hmm|ok|okay|so|yeah|yes|right|dash|hyphen|space|dot|point|comma|next|again|followed by|that's|it's|is|und|dann|y|et|puis|en|e)(?!\p{L})/giu;
const MAX_GAP_CHARACTERS = 60;
const MAX_GAP_WORDS = 6;

const findGap = (text: string, isOneLine: boolean): Gap | undefined => {
  if (isOneLine && SEPARATOR.test(text)) return PAUSE_MARK.test(text) ? "pause" : "separator";
  if (text.length > MAX_GAP_CHARACTERS) return undefined;
  if (isOneLine && MARKS.test(text) && BREAK.test(text)) return "marks";
  if (BREAK.test(text)) return undefined;
  const rest = text.replaceAll(FILLER, " ");
  const words = rest.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return "pause";
  return words.length <= MAX_GAP_WORDS && !namesOtherNumber(rest) ? "words" : undefined;
};

/** Returns the text between two tokens; undefined if it is too long. `order`: the indexes of the speaker's lines. */
const readBetween = (
  lines: readonly string[],
  order: readonly number[],
  positions: ReadonlyMap<number, number>,
  from: NumberToken,
  to: NumberToken,
): string | undefined => {
  if (from.line === to.line) return lines[from.line]!.slice(from.end, to.start);
  const first = positions.get(from.line)!;
  const last = positions.get(to.line)!;
  let text = lines[from.line]!.slice(from.end);
  for (let at = first + 1; at < last && text.length <= MAX_GAP_CHARACTERS; at += 1)
    text += ` ${lines[order[at]!]!}`;
  if (text.length > MAX_GAP_CHARACTERS) return undefined;
  return `${text} ${lines[to.line]!.slice(0, to.start)}`;
};

/** How many lines of other speakers may separate two lines of a number. */
const MAX_LINES_BETWEEN = 4;

/** Finds the runs of numbers in the lines of `order`, which one speaker says in sequence. */
export const findNumberRuns = (
  lines: readonly string[],
  order: readonly number[],
  tokens: readonly (readonly NumberToken[])[],
): NumberRun[] => {
  const runs: NumberRun[] = [];
  const positions = new Map(order.map((line, position) => [line, position]));
  let run: NumberRun | undefined;
  for (const token of order.flatMap((line) => tokens[line]!)) {
    const last = run?.tokens.at(-1);
    const between =
      last && token.line - last.line <= MAX_LINES_BETWEEN && !token.isForeign
        ? readBetween(lines, order, positions, last, token)
        : undefined;
    const gap = between === undefined ? undefined : findGap(between, last!.line === token.line);
    if (token.isForeign) run = undefined;
    else if (run && gap) {
      run.gaps.push(gap);
      run.tokens.push(token);
    } else runs.push((run = { tokens: [token], gaps: [] }));
  }
  return runs;
};
