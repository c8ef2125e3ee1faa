import type { SpeakerRole } from "../../../db/recordings/transcript.js";
import { type ParsedUtterance, UNNAMED_SPEAKER } from "./format.js";
import type { JsonReader } from "./json-reader.js";
import { LABELS_BY_ROLE, roleOfLabel } from "./speaker-labels.js";

export const SECOND = 1000;
export const MILLISECOND = 1;

export interface Speaker {
  speaker: string;
  role: SpeakerRole;
}

/** Reads the times of a segment, in milliseconds. @throws INVALID_FIELD also for an end before the start */
export const readTimes = (
  segment: JsonReader,
  unit: number,
  [startName, endName] = ["start", "end"],
): { start: number; end: number } => {
  const start = segment.field(startName).time(unit);
  const endField = segment.field(endName);
  const end = endField.time(unit);
  return end < start ? endField.reject("must not be before start") : { start, end };
};

/** Reads a speaker's label: a number or a letter gets the word Speaker before it. @throws INVALID_FIELD */
export const readSpeaker = (label: JsonReader): Speaker => {
  if (!label.isPresent) return { speaker: UNNAMED_SPEAKER, role: "other" };
  const name = typeof label.value === "number" ? String(label.value) : label.text();
  const speaker = /^(?:[A-Z]|\d{1,9})?$/.test(name) ? `${UNNAMED_SPEAKER} ${name}`.trim() : name;
  return { speaker, role: roleOfLabel(speaker) };
};

/** Returns the speaker of a channel. With two channels, the first is the rep's, as in debrief's own transcriptions. */
export const speakerOfChannel = (channel: number, channels: readonly number[]): Speaker => {
  if (channels.length < 2) return { speaker: UNNAMED_SPEAKER, role: "other" };
  if (channels.length > 2) return { speaker: `Channel ${channel}`, role: "other" };
  const role = channel === Math.min(...channels) ? "rep" : "client";
  return { speaker: LABELS_BY_ROLE[role], role };
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

/** Returns a text without times as one utterance over the whole duration; none for an empty text. */
export const toSingleUtterance = (text: string, duration: number): ParsedUtterance[] =>
  text === "" ? [] : [{ speaker: UNNAMED_SPEAKER, role: "other", text, start: 0, end: duration }];
