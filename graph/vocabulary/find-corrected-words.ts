import { diffArrays } from "diff";
import type { WordCorrection } from "../../db/vocabulary/word-corrections.js";
import { type SpokenWord, splitSpokenWords } from "./spoken-words.js";

/** A name or a term has at most this many words; a longer change is a change of the sentence. */
const MAX_TERM_WORDS = 3;
/** A comparison with more changes ends: it isn't a correction of words. */
const MAX_CHANGES = 100;

const joinText = (text: string, words: readonly SpokenWord[]): string =>
  text.slice(words[0]!.start, words.at(-1)!.end);

/** Returns which words of a line were written differently by a correction, one or a few at a time. */
export const findCorrectedWords = (before: string, after: string): WordCorrection[] => {
  const changes =
    diffArrays(splitSpokenWords(before), splitSpokenWords(after), {
      comparator: (one, other) => one.text === other.text,
      maxEditLength: MAX_CHANGES,
    }) ?? [];
  const found: WordCorrection[] = [];
  for (const [at, { removed, value: heard }] of changes.entries()) {
    const next = changes[at + 1];
    if (!removed || !next?.added) continue;
    if (heard.length > MAX_TERM_WORDS || next.value.length > MAX_TERM_WORDS) continue;
    found.push({
      heard: joinText(before, heard).toLowerCase(),
      term: joinText(after, next.value),
    });
  }
  return found;
};
