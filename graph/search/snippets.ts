import type { Phrase } from "../../db/search/search.js";
import { isAscii, MAX_WORDS, type WordSpan, parseWordSpans } from "../../db/search/words.js";
import type { TextPart } from "./search-query.js";

export interface Snippet {
  /** The index in the text of the densest hit. */
  offset: number;
  /** Joined, an excerpt of the text. */
  parts: TextPart[];
}

/** The number of words in a snippet, and before its first hit. */
const SNIPPET_WORDS = 24;
const LEAD_WORDS = 6;

/** Indexes of words, both inclusive. */
type WordRange = [first: number, last: number];

const isPhraseAt = (
  spans: readonly WordSpan[],
  first: number,
  { words, prefix }: Phrase,
): boolean =>
  words.every((word, index) => {
    const found = spans[first + index]?.word;
    return prefix && index === words.length - 1 ? found?.startsWith(word) : found === word;
  });

/** Returns the hits in order, without overlap. */
const findHits = (spans: readonly WordSpan[], phrases: readonly Phrase[]): WordRange[] => {
  const hits: WordRange[] = [];
  for (let first = 0; first < spans.length; first += 1) {
    let length = 0;
    for (const phrase of phrases)
      if (phrase.words.length > length && isPhraseAt(spans, first, phrase))
        length = phrase.words.length;
    if (length === 0) continue;
    hits.push([first, first + length - 1]);
    first += length - 1;
  }
  return hits;
};

/** Returns the hit that most others follow closely. */
const findDensestHit = (hits: readonly WordRange[]): WordRange => {
  let [best, maxHits] = [0, 0];
  let end = 0;
  for (const [index, [first]] of hits.entries()) {
    while (end < hits.length && hits[end]![0] < first + SNIPPET_WORDS - LEAD_WORDS) end += 1;
    if (end - index > maxHits) [best, maxHits] = [index, end - index];
  }
  return hits[best]!;
};

/** Returns false for most texts without a hit, before the slower split into words. Most fields have no hit. */
const mayContain = (text: string, phrases: readonly Phrase[]): boolean => {
  if (!isAscii(text)) return true;
  const lower = text.toLowerCase();
  return phrases.some(({ words }) => lower.includes(words[0]!));
};

/** Finds the part of the text with the most hits; undefined without a hit. */
export const findSnippet = (text: string, phrases: readonly Phrase[]): Snippet | undefined => {
  if (!mayContain(text, phrases)) return undefined;
  const spans = parseWordSpans(text, MAX_WORDS);
  const hits = findHits(spans, phrases);
  if (hits.length === 0) return undefined;
  const [first, last] = findDensestHit(hits);
  const from = Math.max(0, first - LEAD_WORDS);
  const to = Math.max(last, Math.min(spans.length, from + SNIPPET_WORDS) - 1);
  const end = to === spans.length - 1 ? text.length : spans[to]!.end;
  let position = from === 0 ? 0 : spans[from]!.start;
  const parts: TextPart[] = [];
  const add = (until: number, hit: boolean): void => {
    // One character can be several words: ½ is 1 and 2.
    if (until <= position) return;
    parts.push({ text: text.slice(position, until), hit });
    position = until;
  };
  for (const [start, stop] of hits)
    if (start >= from && stop <= to) {
      add(spans[start]!.start, false);
      add(spans[stop]!.end, true);
    }
  add(end, false);
  return { offset: spans[first]!.start, parts };
};
