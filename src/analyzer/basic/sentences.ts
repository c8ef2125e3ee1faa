import type { SpeakerRole } from "../../../db/transcripts.js";
import type { Call } from "../analyzer.js";
import { contentOf, wordsOf } from "./words.js";

/** Longer transcripts are looked at as far as this. In UTF-16 units, as the other. */
const MOST_LOOKED_AT = 500_000;
/** A transcript without any mark is one sentence to these rules; it is not looked at further than this. */
const MOST_IN_SENTENCE = 2_000;

export interface Sentence {
  text: string;
  role: SpeakerRole;
  /** As the transcript of a processed recording calls them. */
  speaker: string;
  words: string[];
  /** The words that say what it is about. */
  content: string[];
}

// A mark and what may close behind it, then space; the marks of languages that leave no space.
const BETWEEN = /(?<=[.!?…؟]["'”’)\]]{0,3})\s+|(?<=[。？！])/u;
const ABBREVIATED = /\b(?:mr|mrs|ms|dr|st|no|vs|approx|e\.g|i\.e)\.$/i;
const DAYTIME = /\b[ap]\.m\.$/i;

const goesOn = (before: string, after: string): boolean =>
  ABBREVIATED.test(before.slice(-8)) || (DAYTIME.test(before.slice(-8)) && /^\p{Ll}/u.test(after));

const split = (text: string): string[] => {
  const parts: string[] = [];
  for (const part of text.split(BETWEEN)) {
    const last = parts.at(-1);
    if (last !== undefined && last.length < MOST_IN_SENTENCE && goesOn(last, part))
      parts[parts.length - 1] = `${last} ${part}`;
    else parts.push(part);
  }
  return parts;
};

/** At most so many UTF-16 units, and no half of a character. */
export const shortened = (text: string, most: number): string => {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "");
  return `${cut.trimEnd()}…`;
};

/** The call's sentences in their order, with who said them. */
export const sentencesOf = ({ utterances, userName, clientName }: Call): Sentence[] => {
  const names = { rep: userName, client: clientName, other: null };
  const sentences: Sentence[] = [];
  let left = MOST_LOOKED_AT;
  for (const { role, speaker, text } of utterances) {
    if (left <= 0) break;
    for (const part of split(shortened(text, left))) {
      const said = shortened(part.replaceAll(/\s+/g, " ").trim(), MOST_IN_SENTENCE);
      if (said === "") continue;
      const words = wordsOf(said);
      sentences.push({
        text: said,
        role,
        speaker: names[role] || speaker,
        words,
        content: contentOf(words),
      });
    }
    left -= text.length;
  }
  return sentences;
};
