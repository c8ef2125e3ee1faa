import type { SpeakerRole, StoredUtterance } from "../../../db/recordings/transcript.js";
import type { Call } from "../analyzer.js";
import { extractContentWords, splitWords } from "./words.js";

/** How much of a transcript is read, in UTF-16 units. */
const MAX_TRANSCRIPT_CHARACTERS = 500_000;
/** The longest sentence, in UTF-16 units. Without punctuation, these rules see a transcript as one sentence. */
const MAX_SENTENCE_CHARACTERS = 2_000;

/** A sentence of a line. */
export interface SpokenSentence {
  text: string;
  /** Milliseconds since the start of the call; within a line, estimated by its letters. */
  start: number;
  /** When it ends, estimated in the same way. */
  end: number;
  /** The same as it is in its line: whole, and with the line's blanks. */
  source: string;
}

export interface Sentence extends SpokenSentence {
  role: SpeakerRole;
  /** The speaker's name as shown in a processed recording's transcript. */
  speaker: string;
  words: string[];
  /** The stems of the words that carry its subject. */
  content: string[];
}

// A mark, then closing quotes or brackets, then space; or a mark of a language without spaces.
const SENTENCE_BREAK = /(?<=[.!?…؟]["'”’)\]]{0,3})\s+|(?<=[。？！])/u;
const ABBREVIATION = /\b(?:mr|mrs|ms|dr|st|no|vs|approx|e\.g|i\.e)\.$/i;
const DAYTIME = /\b[ap]\.m\.$/i;

const isContinued = (before: string, after: string): boolean =>
  ABBREVIATION.test(before.slice(-8)) || (DAYTIME.test(before.slice(-8)) && /^\p{Ll}/u.test(after));

const splitSentences = (text: string): string[] => {
  const parts: string[] = [];
  for (const part of text.split(SENTENCE_BREAK)) {
    const last = parts.at(-1);
    if (last !== undefined && last.length < MAX_SENTENCE_CHARACTERS && isContinued(last, part))
      parts[parts.length - 1] = `${last} ${part}`;
    else parts.push(part);
  }
  return parts;
};

/** Cuts a text to `maxUnits` UTF-16 units, never within a surrogate pair. */
export const shorten = (text: string, maxUnits: number): string => {
  if (text.length <= maxUnits) return text;
  const cut = text.slice(0, maxUnits - 1).replace(/[\uD800-\uDBFF]$/, "");
  return `${cut.trimEnd()}…`;
};

/** Returns the sentences in the first characters of a line, in order. */
export const splitLine = (
  { text, start, end }: Pick<StoredUtterance, "text" | "start" | "end">,
  maxCharacters = text.length,
): SpokenSentence[] => {
  const timeAt = (index: number): number =>
    Math.round(start + ((end - start) * index) / text.length);
  let read = 0;
  return splitSentences(shorten(text, maxCharacters)).flatMap((part) => {
    const partStart = timeAt(read);
    read += part.length;
    const sentence = shorten(part.replaceAll(/\s+/g, " ").trim(), MAX_SENTENCE_CHARACTERS);
    if (sentence === "") return [];
    return [{ text: sentence, start: partStart, end: timeAt(read), source: part.trim() }];
  });
};

/** Calls `read` for each line, with how many of its characters count: only the first of a very long call do. */
export const readLines = (
  utterances: readonly StoredUtterance[],
  read: (utterance: StoredUtterance, maxCharacters: number) => void,
): void => {
  let left = MAX_TRANSCRIPT_CHARACTERS;
  for (const utterance of utterances) {
    if (left <= 0) break;
    read(utterance, left);
    left -= utterance.text.length;
  }
};

/** Returns the call's sentences in order, with their speakers. */
export const extractSentences = ({
  utterances,
  userName,
  clientName,
}: Pick<Call, "utterances" | "userName" | "clientName">): Sentence[] => {
  const names = { rep: userName, client: clientName, other: null };
  const sentences: Sentence[] = [];
  readLines(utterances, (utterance, maxCharacters) => {
    const { role, speaker } = utterance;
    for (const sentence of splitLine(utterance, maxCharacters)) {
      const words = splitWords(sentence.text);
      sentences.push({
        ...sentence,
        role,
        speaker: names[role] || speaker,
        words,
        content: extractContentWords(words),
      });
    }
  });
  return sentences;
};
