import { splitSpokenWords } from "../../../graph/vocabulary/spoken-words.js";

/** A name or a term that a call may contain. */
export interface KnownTerm {
  /** As it is written. */
  term: string;
  /** What it is heard as; each of these is certain. */
  heardAs: readonly string[];
  /** A name, which ordinary words must not become. */
  isName: boolean;
}

/** Shorter names are too much like other words. */
const MIN_NAME_CHARACTERS = 3;

const splitName = (name: string): string[] =>
  splitSpokenWords(name).flatMap(({ text, letters }) =>
    letters.length >= MIN_NAME_CHARACTERS && /^\p{L}/u.test(text) ? text : [],
  );

/** Returns the words of the names, and the terms of the vocabulary: each once. */
export const listKnownTerms = (
  names: readonly string[],
  vocabulary: readonly Pick<KnownTerm, "term" | "heardAs">[],
): KnownTerm[] => {
  const terms = new Map<string, KnownTerm>();
  for (const term of names.flatMap(splitName)) terms.set(term, { term, heardAs: [], isName: true });
  for (const { term, heardAs } of vocabulary) terms.set(term, { term, heardAs, isName: false });
  return [...terms.values()];
};
