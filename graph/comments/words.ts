import { diffArrays } from "diff";
import type { StoredUtterance } from "../../db/recordings/transcript.js";

/** Words of a transcript: characters of one line, counted in UTF-16 units; `to` is excluded. */
export interface Words {
  line: number;
  from: number;
  to: number;
}

type Lines = readonly Pick<StoredUtterance, "text" | "start">[];

/** Finds a text in the line nearest to a time, in milliseconds; without one, in the first line. */
export const findWords = (lines: Lines, quote: string, near?: number): Words | undefined => {
  let found: Words | undefined;
  let distance = Infinity;
  for (const [line, { text, start }] of lines.entries()) {
    const from = text.indexOf(quote);
    const apart = near === undefined ? 0 : Math.abs(start - near);
    if (from < 0 || apart >= distance) continue;
    found = { line, from, to: from + quote.length };
    distance = apart;
  }
  return found;
};

/** The most words that one correction may change; with more changes, it counts as a different line. */
const MAX_CHANGED_WORDS = 1_000;

/** Words, and punctuation between them. */
const TOKEN = /[\p{L}\p{N}'’]+|[^\s\p{L}\p{N}'’]+/gu;

interface Token {
  text: string;
  from: number;
  to: number;
}

const listTokens = (text: string): Token[] =>
  Array.from(text.matchAll(TOKEN), ({ 0: token, index }) => ({
    text: token,
    from: index,
    to: index + token.length,
  }));

/** Tokens before a change and their replacements. Both have the same number if the tokens are unchanged. */
interface Part {
  before: Token[];
  after: Token[];
  isKept: boolean;
}

const compareTokens = (before: Token[], after: Token[]): Part[] => {
  const changes = diffArrays(before, after, {
    comparator: (one, other) => one.text === other.text,
    maxEditLength: MAX_CHANGED_WORDS,
  });
  const parts: Part[] = [];
  let [at, to] = [0, 0];
  for (const { count, added, removed } of changes ?? []) {
    const part = {
      before: added ? [] : before.slice(at, at + count),
      after: removed ? [] : after.slice(to, to + count),
      isKept: !added && !removed,
    };
    at += part.before.length;
    to += part.after.length;
    const last = parts.at(-1);
    // A replacement is a removal and an addition.
    if (last && !last.isKept && !part.isKept) {
      last.before.push(...part.before);
      last.after.push(...part.after);
    } else parts.push(part);
  }
  return parts;
};

/** Returns where a range of a line's text is after its change; undefined if its words are gone. */
const moveWithin = (
  parts: readonly Part[],
  { from, to }: Pick<Words, "from" | "to">,
): Pick<Words, "from" | "to"> | undefined => {
  const isIn = (token: Token): boolean => token.from < to && token.to > from;
  const found = parts.flatMap((part) => {
    if (!part.isKept) return part.before.some(isIn) ? part.after : [];
    // A range may begin or end within a word.
    return part.before.flatMap((token, index) => {
      const moved = part.after[index]!.from - token.from;
      const start = Math.max(from, token.from) + moved;
      return isIn(token) ? [{ from: start, to: Math.min(to, token.to) + moved }] : [];
    });
  });
  return found.length === 0 ? undefined : { from: found[0]!.from, to: found.at(-1)!.to };
};

/** Returns where words are in a changed transcript; undefined if they are gone. */
export type MoveWords = (words: Words) => Words | undefined;

/**
 * Creates the function for a correction, where each line stays a line. It compares each line once, for any number of
 * words.
 */
export const createCorrectedWords = (before: Lines, after: Lines): MoveWords => {
  const partsByLine = new Map<number, Part[]>();
  return (words) => {
    const old = before[words.line];
    const corrected = after[words.line];
    if (!old || !corrected) return undefined;
    if (old.text === corrected.text) return words;
    const parts =
      partsByLine.get(words.line) ??
      compareTokens(listTokens(old.text), listTokens(corrected.text));
    partsByLine.set(words.line, parts);
    const range = moveWithin(parts, words);
    return range && { line: words.line, ...range };
  };
};

/** Creates the function for another transcript of the same call. */
export const createRepeatedWords =
  (before: Lines, after: Lines): MoveWords =>
  (words) => {
    const old = before[words.line];
    if (!old) return undefined;
    if (after[words.line]?.text === old.text && after[words.line]!.start === old.start)
      return words;
    return findWords(after, old.text.slice(words.from, words.to), old.start);
  };
