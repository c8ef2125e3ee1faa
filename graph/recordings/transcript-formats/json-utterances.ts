import type { SpeakerRole } from "../../../db/recordings/transcript.js";
import type { NoticeList } from "../notice-list.js";
import { cleanText } from "./clean-text.js";
import { type ParsedUtterance, UNNAMED_SPEAKER } from "./format.js";
import type { JsonReader } from "./json-reader.js";
import type { ReadUtterance } from "./repair-times.js";
import { LABELS_BY_ROLE, roleOfLabel } from "./speaker-labels.js";

export const SECOND = 1000;
export const MILLISECOND = 1;

export interface Speaker {
  speaker: string;
  role: SpeakerRole;
}

export const UNNAMED: Speaker = { speaker: UNNAMED_SPEAKER, role: "other" };

/** How a format names the parts of a segment. */
export interface SegmentFields {
  /** The unit of its times, in milliseconds. */
  unit: number;
  /** The fields that may have the text, the best one first. */
  text?: readonly string[];
  start?: string;
  end?: string;
  /** The field with the times, if they are one level down. */
  times?: string;
}

/**
 * Reads a list of segments, words or sentences. One without text says nothing; one that is no object, or whose text
 * isn't one, is left out with a notice.
 */
export const readSegments = (
  segments: readonly JsonReader[],
  speakerOf: (segment: JsonReader, index: number) => Speaker,
  { unit, text = ["text"], start = "start", end = "end", times }: SegmentFields,
  notices: NoticeList,
): ReadUtterance[] =>
  segments.flatMap((segment, index) => {
    const fields = text.map((name) => segment.field(name));
    const field = fields.find(({ isPresent }) => isPresent) ?? fields[0]!;
    const spoken = field.text();
    if (spoken === undefined && (field.isPresent || typeof segment.value !== "object"))
      notices.add("cue_left_out", { path: segment.path });
    if (spoken === undefined || spoken === "") return [];
    const place = { path: segment.path };
    const timed = times === undefined ? segment : segment.field(times);
    return {
      ...speakerOf(segment, index),
      text: cleanText(spoken, place, notices),
      start: timed.field(start).time(unit),
      end: timed.field(end).time(unit),
      place,
    };
  });

/** Reads a speaker's label: a number or a letter gets the word Speaker before it. */
export const readSpeaker = (label: JsonReader): Speaker => {
  const name = label.text();
  if (name === undefined) return UNNAMED;
  const speaker = /^(?:[A-Z]|\d{1,9})?$/.test(name) ? `${UNNAMED_SPEAKER} ${name}`.trim() : name;
  return { speaker, role: roleOfLabel(speaker) };
};

/** The channels of a transcript. */
export interface Channels {
  /** The channels with speech. */
  spoken: readonly (number | undefined)[];
  /** The number that the format gives the first channel. */
  first: 0 | 1;
  /** The number of channels, if the format says it: one of two may be silent. */
  count?: number | undefined;
}

/**
 * Returns a function that names the speaker of a channel; undefined if there is only one channel. With two channels,
 * the first is the rep's, as in debrief's own transcriptions.
 */
export const createChannelSpeakers = ({
  spoken,
  first,
  count = 0,
}: Channels): ((channel: number | undefined) => Speaker | undefined) | undefined => {
  const numbers = [...new Set(spoken)].filter((channel) => channel !== undefined);
  const lowest = numbers.length > 1 ? Math.min(...numbers) : first;
  const total = Math.max(
    numbers.length,
    count,
    ...(numbers.length === 1 ? [numbers[0]! - first + 1] : []),
  );
  if (total < 2) return undefined;
  return (channel) => {
    if (channel === undefined) return undefined;
    if (total > 2) return { speaker: `Channel ${channel}`, role: "other" };
    const role = channel === lowest ? "rep" : "client";
    return { speaker: LABELS_BY_ROLE[role], role };
  };
};

const MAX_PAUSE_MS = 1000;
const SENTENCE_END = /[.!?…。！？؟]$/u;

/** Joins words into utterances, which end with a sentence, before a pause, or when the speaker changes. */
export const joinWords = (words: Iterable<ParsedUtterance>): ParsedUtterance[] => {
  const joined: { words: string[]; utterance: ParsedUtterance }[] = [];
  let isEnded = true;
  for (const word of words) {
    const last = joined.at(-1);
    const continues =
      !isEnded &&
      last?.utterance.speaker === word.speaker &&
      word.start - last.utterance.end < MAX_PAUSE_MS;
    if (continues) {
      last.words.push(word.text);
      last.utterance.end = Math.max(last.utterance.end, word.end);
    } else joined.push({ words: [word.text], utterance: { ...word } });
    isEnded = SENTENCE_END.test(word.text);
  }
  return joined.map(({ words: texts, utterance }) => ({ ...utterance, text: texts.join(" ") }));
};

/**
 * Reads a text without times as sentences; none without a text. Only the first has a place: all are in the same text.
 */
export const readSentences = (
  text: JsonReader,
  speaker: Speaker,
  notices: NoticeList,
): ReadUtterance[] => {
  const place = { path: text.path };
  const segments = new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(
    cleanText(text.text() ?? "", place, notices),
  );
  return Array.from(segments, ({ segment }) => segment.trim())
    .filter((sentence) => sentence !== "")
    .map((sentence, index) => ({
      ...speaker,
      text: sentence,
      start: null,
      end: null,
      place: index === 0 ? place : {},
    }));
};
