import type { ParsedUtterance } from "./format.js";
import type { JsonFormat } from "./json-format.js";
import type { JsonReader } from "./json-reader.js";
import {
  joinWords,
  MILLISECOND,
  readSpeaker,
  readTimes,
  SECOND,
  toSingleUtterance,
} from "./json-utterances.js";

/** Fields that Whisper's segments have, and debrief's utterances do not. */
const SEGMENT_FIELDS = ["seek", "tokens", "avg_logprob", "no_speech_prob", "temperature", "words"];

const isNumber = (value: unknown): boolean => typeof value === "number";

/**
 * Returns whether a list has Whisper's segments, in seconds. A list that may be debrief's own utterances, in
 * milliseconds, doesn't count.
 */
const isSegmentList = (transcript: JsonReader): boolean => {
  if (!transcript.isList) return false;
  const segments = transcript.items();
  const [first] = segments;
  if (!first || first.field("role").isPresent || typeof first.field("text").value !== "string")
    return false;
  const times = segments.flatMap((segment) => [
    segment.field("start").value,
    segment.field("end").value,
  ]);
  const hasFraction = times.every(isNumber) && times.some((time) => !Number.isInteger(time));
  const hasOwnField = SEGMENT_FIELDS.some((name) => first.field(name).isPresent);
  return first.field("speaker").isPresent ? hasFraction && hasOwnField : hasFraction || hasOwnField;
};

/** whisper.cpp writes times as text, next to offsets in milliseconds. */
const isWhisperCpp = (transcript: JsonReader): boolean => transcript.field("transcription").isList;

const isWordList = (words: JsonReader): boolean =>
  words.isList && words.items().every((word) => typeof word.field("word").value === "string");

const readSegment = (segment: JsonReader): ParsedUtterance => ({
  ...readSpeaker(segment.field("speaker")),
  text: segment.field("text").text(),
  ...readTimes(segment, SECOND),
});

const readWhisperCppSegment = (segment: JsonReader): ParsedUtterance => ({
  ...readSpeaker(segment.field("speaker")),
  text: segment.field("text").text(),
  ...readTimes(segment.field("offsets"), MILLISECOND, ["from", "to"]),
});

const readWord = (word: JsonReader): ParsedUtterance => ({
  ...readSpeaker(word.field("speaker")),
  text: word.field("word").text(),
  ...readTimes(word, SECOND),
});

/** The JSON of Whisper and its relatives: `verbose_json`, its segments alone, or `text` and `duration`. */
export const whisper: JsonFormat = {
  matches: (transcript) =>
    isSegmentList(transcript) ||
    isWhisperCpp(transcript) ||
    transcript.field("segments").isList ||
    (typeof transcript.field("text").value === "string" &&
      (isWordList(transcript.field("words")) || isNumber(transcript.field("duration").value))),
  parse: (transcript) => {
    if (isWhisperCpp(transcript))
      return transcript.field("transcription").items().map(readWhisperCppSegment);
    const segments = transcript.isList ? transcript : transcript.field("segments");
    if (segments.isList) return segments.items().map(readSegment);
    const words = transcript.field("words");
    if (words.isList) return joinWords(words.items().map(readWord));
    return toSingleUtterance(
      transcript.field("text").text(),
      transcript.field("duration").time(SECOND),
    );
  },
};
