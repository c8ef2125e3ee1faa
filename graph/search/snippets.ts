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

/** Indexes of words, both inclusive, and the index in the text after the hit. */
type WordRange = [first: number, last: number, end: number];

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
    let longest: Phrase | undefined;
    for (const phrase of phrases)
      if (phrase.words.length > (longest?.words.length ?? 0) && isPhraseAt(spans, first, phrase))
        longest = phrase;
    if (!longest) continue;
    const last = first + longest.words.length - 1;
    const { end, firstEnd = end } = spans[last]!;
    // A single character is found as the first of a pair.
    hits.push([first, last, longest.prefix ? firstEnd : end]);
    first = last;
  }
  return hits;
};

/** In a script without spaces, so many characters count as a word of a snippet. */
const CHARACTERS_PER_WORD = 16;

/** Numbers the words as a reader counts them: characters that touch count as one, up to a limit. */
const countWords = (spans: readonly WordSpan[]): number[] => {
  let [count, start] = [-1, 0];
  return spans.map((span, index) => {
    const touches = index > 0 && span.start <= spans[index - 1]!.end;
    if (!touches || index - start >= CHARACTERS_PER_WORD) [count, start] = [count + 1, index];
    return count;
  });
};

/** Returns the hit that most others follow closely. */
const findDensestHit = (hits: readonly WordRange[], counts: readonly number[]): WordRange => {
  let [best, maxHits] = [0, 0];
  let end = 0;
  for (const [index, [first]] of hits.entries()) {
    const limit = counts[first]! + SNIPPET_WORDS - LEAD_WORDS;
    while (end < hits.length && counts[hits[end]![0]]! < limit) end += 1;
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
  const counts = countWords(spans);
  const [first, last] = findDensestHit(hits, counts);
  const from = counts.findIndex((count) => count >= counts[first]! - LEAD_WORDS);
  const to = Math.max(
    last,
    counts.findLastIndex((count) => count < counts[from]! + SNIPPET_WORDS),
  );
  const end = to === spans.length - 1 ? text.length : spans[to]!.end;
  let position = from === 0 ? 0 : spans[from]!.start;
  const parts: TextPart[] = [];
  const add = (until: number, hit: boolean): void => {
    // One character can be several words: ½ is 1 and 2.
    if (until <= position) return;
    parts.push({ text: text.slice(position, until), hit });
    position = until;
  };
  for (const [start, stop, hitEnd] of hits)
    if (start >= from && stop <= to) {
      add(spans[start]!.start, false);
      add(hitEnd, true);
    }
  add(end, false);
  return { offset: spans[first]!.start, parts };
};
