import { splitSpokenWords, toLetters } from "../../../graph/vocabulary/spoken-words.js";

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

/** Returns a name that is all in capitals, or without any, with one: a CRM's capitals aren't for reading. */
const capitalize = (name: string): string =>
  name === name.toUpperCase() || name === name.toLowerCase()
    ? name.charAt(0).toUpperCase() + name.slice(1).toLowerCase()
    : name;

/** Returns the words of the names, and the terms of the vocabulary: one for the same letters, of the vocabulary if it has one. */
export const listKnownTerms = (
  names: readonly string[],
  vocabulary: readonly Pick<KnownTerm, "term" | "heardAs">[],
): KnownTerm[] => {
  const terms = new Map<string, KnownTerm>();
  for (const term of names.flatMap(splitName).map(capitalize))
    terms.set(toLetters(term), { term, heardAs: [], isName: true });
  for (const { term, heardAs } of vocabulary)
    terms.set(toLetters(term), { term, heardAs, isName: false });
  return [...terms.values()];
};
