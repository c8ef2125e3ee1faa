import { isAscii, parseWordSpans, type WordSpan } from "../../../db/search/words.js";
import { parseStoredPhrases, type TrackerPhrase } from "../../../graph/trackers/phrases.js";
import { toCommonBegin, toWordForm } from "./word-forms.js";

/** A phrase in a text. */
interface PhraseMatch {
  /** As the tracker has it. */
  phrase: string;
  /** The index of its first character in the text. */
  offset: number;
}

const ENGLISH_WORD = /^[a-z]+$/u;

const toForm = (word: string): string => (ENGLISH_WORD.test(word) ? toWordForm(word) : word);

interface PreparedPhrase extends TrackerPhrase {
  forms: readonly string[];
  /** What a text in lower case contains if it has the phrase; undefined if that can't be said. */
  parts: readonly string[] | undefined;
}

const preparePhrase = (phrase: TrackerPhrase): PreparedPhrase => {
  const { words, hasForms } = phrase;
  const parts = [...new Set(words.map((word) => (hasForms ? toCommonBegin(toForm(word)) : word)))]
    // The longest is the rarest, and most texts don't have it.
    .toSorted((one, other) => other.length - one.length);
  return { ...phrase, forms: words.map(toForm), parts: parts.every(isAscii) ? parts : undefined };
};

/** Phrases that begin with the same words. */
interface PhraseNode {
  /** By the form of the next word. */
  next: Map<string, PhraseNode>;
  /** Those that have no further word. */
  ends: PreparedPhrase[];
  /** Those with one further word, which may continue. */
  prefixes: PreparedPhrase[];
}

const createNode = (): PhraseNode => ({ next: new Map(), ends: [], prefixes: [] });

/** Phrases by their words: a text is read once, however many there are, and however similar they are. */
class PhraseIndex {
  readonly #root = createNode();

  constructor(phrases: readonly PreparedPhrase[]) {
    for (const phrase of phrases) {
      const { forms, isPrefix } = phrase;
      let node = this.#root;
      for (const form of isPrefix ? forms.slice(0, -1) : forms) {
        const next = node.next.get(form) ?? createNode();
        node.next.set(form, next);
        node = next;
      }
      (isPrefix ? node.prefixes : node.ends).push(phrase);
    }
  }

  /** Lists the phrases that begin with the word at an index. */
  findAt(words: Words, first: number): PreparedPhrase[] {
    const found: PreparedPhrase[] = [];
    let node: PhraseNode | undefined = this.#root;
    for (let at = first; at < words.spans.length; at += 1) {
      const { word } = words.spans[at]!;
      for (const phrase of node.prefixes)
        if (word.startsWith(phrase.words.at(-1)!) && isAt(words, first, phrase)) found.push(phrase);
      node = node.next.get(words.forms[at]!);
      if (!node) break;
      for (const phrase of node.ends) if (isAt(words, first, phrase)) found.push(phrase);
    }
    return found;
  }
}

/** The phrases of a tracker, ready to be found in many texts. */
export interface PreparedPhrases {
  wanted: readonly PreparedPhrase[];
  index: PhraseIndex;
  /** Undefined without exclusions. */
  excluded: PhraseIndex | undefined;
}

export const preparePhrases = (json: string): PreparedPhrases => {
  const phrases = parseStoredPhrases(json).map(preparePhrase);
  const wanted = phrases.filter(({ isExclusion }) => !isExclusion);
  const excluded = phrases.filter(({ isExclusion }) => isExclusion);
  return {
    wanted,
    index: new PhraseIndex(wanted),
    excluded: excluded.length > 0 ? new PhraseIndex(excluded) : undefined,
  };
};

/** Returns false for most texts without a phrase, long before they are split. `lower`: the text in lower case. */
export const mayHavePhrase = (
  lower: string,
  isAsciiText: boolean,
  { wanted }: PreparedPhrases,
): boolean =>
  wanted.some(({ parts }) => !isAsciiText || !parts || parts.every((part) => lower.includes(part)));

/** More cost as much as loading the transcripts. */
const MAX_PART_LISTS = 12;

/** See `TrackerFinder.listParts`. `phrases`: those of each tracker, as they are stored. */
export const listPhraseParts = (phrases: readonly string[]): string[][] | undefined => {
  const wanted = phrases.flatMap((json) => preparePhrases(json).wanted);
  const lists = wanted.map(({ parts }) => parts);
  if (lists.length > MAX_PART_LISTS || lists.includes(undefined)) return undefined;
  return lists.map((parts) => [...parts!]);
};

/** The words of a text. */
interface Words {
  spans: readonly WordSpan[];
  forms: readonly string[];
}

/** Splits a text into words. */
export const splitForPhrases = (text: string): Words => {
  const spans = parseWordSpans(text);
  return { spans, forms: spans.map(({ word }) => toForm(word)) };
};

const isAt = (
  { spans, forms }: Words,
  first: number,
  { words, forms: wanted, isPrefix, hasForms }: PreparedPhrase,
): boolean =>
  words.every((word, index) => {
    const at = first + index;
    const found = spans[at]?.word;
    if (found === undefined) return false;
    if (isPrefix && index === words.length - 1) return found.startsWith(word);
    return found === word || (hasForms && forms[at] === wanted[index]);
  });

/** Returns the first phrase at a wanted offset that no exclusion covers. */
export const findPhrase = (
  words: Words,
  { index, excluded }: PreparedPhrases,
  isWanted: (offset: number) => boolean = () => true,
): PhraseMatch | undefined => {
  /** The last word of the exclusions that began so far: the furthest covers what the others do. */
  let coveredTo = -1;
  for (let first = 0; first < words.spans.length; first += 1) {
    for (const { words: covering } of excluded?.findAt(words, first) ?? [])
      coveredTo = Math.max(coveredTo, first + covering.length - 1);
    const found = index
      .findAt(words, first)
      .find((phrase) => first + phrase.words.length - 1 > coveredTo);
    const offset = words.spans[first]!.start;
    if (found && isWanted(offset)) return { phrase: found.text.trim(), offset };
  }
  return undefined;
};
