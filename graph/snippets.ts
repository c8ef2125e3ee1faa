import type { Phrase } from "../db/search.js";
import { isAscii, MOST_WORDS, type Span, spansOf } from "../db/words.js";

/** A piece of a text, and whether it is what was looked for. */
export interface Part {
  text: string;
  hit: boolean;
}

export interface Snippet {
  /** Where in the text the first hit in it is. */
  at: number;
  /** Together they are a piece of the text as it is. */
  parts: Part[];
}

/** How many words a snippet has, and how many of them before its first hit. */
const LENGTH = 24;
const LEAD = 6;

/** Words from one to another, both included. */
type Hit = [first: number, last: number];

const isAt = (spans: readonly Span[], first: number, { words, prefix }: Phrase): boolean =>
  words.every((word, index) => {
    const found = spans[first + index]?.word;
    return prefix && index === words.length - 1 ? found?.startsWith(word) : found === word;
  });

/** In their order, none in another. */
const hitsIn = (spans: readonly Span[], phrases: readonly Phrase[]): Hit[] => {
  const hits: Hit[] = [];
  for (let first = 0; first < spans.length; first += 1) {
    let length = 0;
    for (const phrase of phrases)
      if (phrase.words.length > length && isAt(spans, first, phrase)) length = phrase.words.length;
    if (length === 0) continue;
    hits.push([first, first + length - 1]);
    first += length - 1;
  }
  return hits;
};

/** The hit behind which most others are near. */
const densest = (hits: readonly Hit[]): Hit => {
  let [best, most] = [0, 0];
  let end = 0;
  for (const [index, [first]] of hits.entries()) {
    while (end < hits.length && hits[end]![0] < first + LENGTH - LEAD) end += 1;
    if (end - index > most) [best, most] = [index, end - index];
  }
  return hits[best]!;
};

/** Whether it is worth while to cut the text into words: of most recordings most fields have none of them. */
const mayHave = (text: string, phrases: readonly Phrase[]): boolean => {
  if (!isAscii(text)) return true;
  const lower = text.toLowerCase();
  return phrases.some(({ words }) => lower.includes(words[0]!));
};

/** The part of the text where most of the phrases are; undefined where there are none. */
export const snippetOf = (text: string, phrases: readonly Phrase[]): Snippet | undefined => {
  if (!mayHave(text, phrases)) return undefined;
  const spans = spansOf(text, MOST_WORDS);
  const hits = hitsIn(spans, phrases);
  if (hits.length === 0) return undefined;
  const [first, last] = densest(hits);
  const from = Math.max(0, first - LEAD);
  const to = Math.max(last, Math.min(spans.length, from + LENGTH) - 1);
  const end = to === spans.length - 1 ? text.length : spans[to]!.end;
  let at = from === 0 ? 0 : spans[from]!.start;
  const parts: Part[] = [];
  const add = (until: number, hit: boolean): void => {
    // One sign can be several words: ½ is 1 and 2.
    if (until <= at) return;
    parts.push({ text: text.slice(at, until), hit });
    at = until;
  };
  for (const [start, stop] of hits)
    if (start >= from && stop <= to) {
      add(spans[start]!.start, false);
      add(spans[stop]!.end, true);
    }
  add(end, false);
  return { at: spans[first]!.start, parts };
};
