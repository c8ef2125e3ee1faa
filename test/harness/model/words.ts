import type { TestUtterance } from "../../helpers/recordings/measure-call.js";

/** Characters of a line; `to` is excluded. */
export interface Words {
  line: number;
  from: number;
  to: number;
}

interface Token {
  text: string;
  from: number;
  to: number;
}

/** Words, and the punctuation between them. */
const listTokens = (line: string): Token[] =>
  Array.from(line.matchAll(/[\w']+|[^\s\w']+/g), ({ 0: text, index }) => ({
    text,
    from: index,
    to: index + text.length,
  }));

/** Pairs the tokens that a correction keeps. The pool's lines have one longest common sequence each. */
const pairKept = (before: readonly Token[], after: readonly Token[]): [number, number][] => {
  const lengths = [...before, null].map(() => [...after, null].map(() => 0));
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      lengths[i]![j] =
        before[i]!.text === after[j]!.text
          ? lengths[i + 1]![j + 1]! + 1
          : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  const pairs: [number, number][] = [];
  for (let [i, j] = [0, 0]; i < before.length && j < after.length;) {
    if (before[i]!.text === after[j]!.text) {
      pairs.push([i, j]);
      [i, j] = [i + 1, j + 1];
    } else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) i += 1;
    else j += 1;
  }
  return pairs;
};

/** Kept words stay; replaced ones become what stands between the kept words around them. */
export const moveInLine = (line: string, corrected: string, words: Words): Words | undefined => {
  const [before, after] = [listTokens(line), listTokens(corrected)];
  const kept = pairKept(before, after);
  const places = before.flatMap((token, index): Pick<Words, "from" | "to">[] => {
    if (token.from >= words.to || token.to <= words.from) return [];
    const pair = kept.find(([i]) => i === index);
    if (pair) {
      const moved = after[pair[1]]!.from - token.from;
      const [from, to] = [Math.max(words.from, token.from), Math.min(words.to, token.to)];
      return [{ from: from + moved, to: to + moved }];
    }
    const left = kept.findLast(([i]) => i < index)?.[1] ?? -1;
    const right = kept.find(([i]) => i > index)?.[1] ?? after.length;
    return after.slice(left + 1, right);
  });
  if (places.length === 0) return undefined;
  return {
    line: words.line,
    from: Math.min(...places.map(({ from }) => from)),
    to: Math.max(...places.map(({ to }) => to)),
  };
};

type Lines = readonly TestUtterance[];

/** Finds a quote in the line nearest to a time, or in the first line. */
export const findQuote = (lines: Lines, quote: string, near?: number): Words | undefined => {
  const found = lines.flatMap(({ text, start }, line) => {
    const from = text.indexOf(quote);
    const distance = near === undefined ? 0 : Math.abs(start - near);
    return from < 0 ? [] : [{ distance, words: { line, from, to: from + quote.length } }];
  });
  return found.toSorted((a, b) => a.distance - b.distance)[0]?.words;
};

/** Finds the same words in another transcript of the call, nearest to where they were. */
export const findAgain = (before: Lines, after: Lines, words: Words): Words | undefined => {
  const { text, start } = before[words.line]!;
  const same = after[words.line];
  if (same?.text === text && same.start === start) return words;
  return findQuote(after, text.slice(words.from, words.to), start);
};
