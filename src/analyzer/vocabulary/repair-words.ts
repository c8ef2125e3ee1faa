import { doubleMetaphone } from "double-metaphone";
import { distance } from "fastest-levenshtein";
import type { StoredUtterance } from "../../../db/recordings/transcript.js";
import { yieldToEventLoop } from "../../../graph/turns/yield-to-event-loop.js";
import type { KnownTerm } from "./known-terms.js";
import { areOrdinaryLetters, isOrdinaryWord } from "../../../graph/vocabulary/ordinary-words.js";
import {
  type SpokenWord,
  splitSpokenWords,
  toLetters,
} from "../../../graph/vocabulary/spoken-words.js";

/** A term may be heard as this many words. */
const MAX_HEARD_WORDS = 3;
/** Shorter terms sound like too many other words. */
const MIN_TERM_LETTERS = 5;
const MIN_HEARD_LETTERS = 4;
const MAX_DIFFERENT_VOWELS = 2;
const LINES_PER_PIECE = 200;

interface Candidate extends KnownTerm {
  letters: string;
}

/** The known terms by what is compared with them. */
interface TermIndex {
  byHeard: ReadonlyMap<string, Candidate>;
  byLetters: ReadonlyMap<string, Candidate>;
  bySound: ReadonlyMap<string, readonly Candidate[]>;
}

const listSounds = (letters: string): string[] =>
  [...new Set(doubleMetaphone(letters))].filter((sound) => sound !== "");

const buildIndex = (terms: readonly KnownTerm[]): TermIndex => {
  const byHeard = new Map<string, Candidate>();
  const byLetters = new Map<string, Candidate>();
  const bySound = new Map<string, Candidate[]>();
  for (const term of terms) {
    const candidate = { ...term, letters: toLetters(term.term) };
    if (candidate.letters === "") continue;
    for (const heard of term.heardAs) byHeard.set(toLetters(heard), candidate);
    byLetters.set(candidate.letters, candidate);
    for (const sound of listSounds(candidate.letters))
      bySound.set(sound, [...(bySound.get(sound) ?? []), candidate]);
  }
  return { byHeard, byLetters, bySound };
};

/** Returns the consonants that one hears: *Robert* isn't *Rupert*, however alike they sound. */
const toConsonants = (letters: string): string =>
  letters
    .replaceAll("ph", "f")
    .replaceAll(/[aeiouyhw]/g, "")
    .replaceAll(/(.)\1+/gu, "$1");

/** Counts the letters in which two words that sound alike differ; undefined if they are too many. */
const compareSpellings = (heard: string, term: string): number | undefined => {
  if (heard.length < MIN_HEARD_LETTERS || term.length < MIN_TERM_LETTERS) return undefined;
  const difference = distance(heard, term);
  const isAlike =
    difference <= 1 ||
    (difference <= MAX_DIFFERENT_VOWELS &&
      term.length > MIN_TERM_LETTERS &&
      toConsonants(heard) === toConsonants(term));
  return isAlike ? difference : undefined;
};

const toDigits = (letters: string): string => letters.replaceAll(/\D/g, "");
const toStem = (letters: string): string => letters.replace(/[aeiouy]+$/u, "");

/** Returns whether words are a name and its other gender: Daniel and Daniela, Andre and Andrea, Marie and Maria. */
const areTwoNames = (heard: string, name: string): boolean =>
  heard.at(-1) !== name.at(-1) && toStem(heard) === toStem(name);

/** Finds the one term that sounds like these letters and is nearest to them. */
const findSimilar = (letters: string, { bySound }: TermIndex): Candidate | undefined => {
  const near = [
    ...new Set(listSounds(letters).flatMap((sound) => bySound.get(sound) ?? [])),
  ].flatMap((candidate) => {
    // Another number is another model, however alike they sound.
    if (toDigits(letters) !== toDigits(candidate.letters)) return [];
    if (candidate.isName && areTwoNames(letters, candidate.letters)) return [];
    const difference = compareSpellings(letters, candidate.letters);
    return difference === undefined ? [] : { candidate, difference };
  });
  const least = Math.min(...near.map(({ difference }) => difference));
  const nearest = near.filter(({ difference }) => difference === least);
  return nearest.length === 1 ? nearest[0]!.candidate : undefined;
};

const isPlainName = (term: string): boolean => /^\p{Lu}\p{Ll}*$/u.test(term);

/** Returns whether words that spell a term are rather something else, or the term in capitals that are as good. */
const isOtherSpelling = (words: readonly SpokenWord[], { term, isName }: Candidate): boolean => {
  const [{ text }] = words as [SpokenWord];
  if (words.every(isOrdinaryWord))
    return (
      isName ||
      words.length === 1 ||
      areOrdinaryLetters(words.map(({ letters }) => letters).join(""))
    );
  const isSameWord = words.length === 1 && text.toLowerCase() === term.toLowerCase();
  return isName && isSameWord && isPlainName(term) && /^\p{Lu}/u.test(text);
};

const isLetter = ({ letters }: SpokenWord): boolean => /^[ai]$/u.test(letters);

/** Returns whether several words can be a term that was heard apart, and none of them was said. */
const isHeardApart = (
  words: readonly SpokenWord[],
  { term }: Candidate,
  index: TermIndex,
): boolean =>
  // "Jenson a lot" is a name and the article, although "Jensona" sounds like the name.
  !isLetter(words[0]!) &&
  !isLetter(words.at(-1)!) &&
  // "Robert is not here" isn't about a Roberts.
  (term.includes(" ") || !words.some(isOrdinaryWord)) &&
  !words.some((word) => findTerm([word], index));

/** Finds the term that was said; undefined if the words are no term, or may well be what was said. */
const findTerm = (words: readonly SpokenWord[], index: TermIndex): Candidate | undefined => {
  const letters = words.map((word) => word.letters).join("");
  const heard = index.byHeard.get(letters);
  if (heard) return heard;
  const same = index.byLetters.get(letters);
  if (same) return isOtherSpelling(words, same) ? undefined : same;
  if (words.every(isOrdinaryWord)) return undefined;
  // A known word beside another one is what was said.
  if (words.some((word) => index.byLetters.has(word.letters))) return undefined;
  const similar = findSimilar(letters, index);
  return similar && words.length > 1 && !isHeardApart(words, similar, index) ? undefined : similar;
};

/** Returns whether nothing but a space or a hyphen is between words. */
const areAdjacent = (text: string, words: readonly SpokenWord[]): boolean =>
  words.slice(1).every(({ start }, at) => /^[ -]$/.test(text.slice(words[at]!.end, start)));

const repairText = (text: string, index: TermIndex): string => {
  const words = splitSpokenWords(text);
  let repaired = "";
  let copied = 0;
  for (let at = 0; at < words.length; at += 1) {
    for (let count = Math.min(MAX_HEARD_WORDS, words.length - at); count > 0; count -= 1) {
      const span = words.slice(at, at + count);
      const found = areAdjacent(text, span) ? findTerm(span, index) : undefined;
      if (!found) continue;
      repaired += text.slice(copied, span[0]!.start) + found.term;
      copied = span.at(-1)!.end;
      at += count - 1;
      break;
    }
  }
  return repaired + text.slice(copied);
};

/**
 * Writes names and terms that were misheard as they are known: those that sound alike and differ in a letter or in two
 * vowels, those written apart, and those of `heardAs`. An ordinary English word stays, unless `heardAs` names it, and so
 * do numbers. A repaired line has what was heard as `heard`.
 */
export const repairWords = async (
  utterances: readonly StoredUtterance[],
  terms: readonly KnownTerm[],
): Promise<StoredUtterance[]> => {
  const index = buildIndex(terms);
  const repaired: StoredUtterance[] = [];
  for (const utterance of utterances) {
    const text = repairText(utterance.text, index);
    repaired.push(
      text === utterance.text ? utterance : { ...utterance, text, heard: utterance.text },
    );
    if (repaired.length % LINES_PER_PIECE === 0) await yieldToEventLoop();
  }
  return repaired;
};
