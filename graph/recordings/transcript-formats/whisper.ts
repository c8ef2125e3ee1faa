import type { NoticeList } from "../notice-list.js";
import type { ParsedUtterance } from "./format.js";
import type { JsonFormat } from "./json-format.js";
import type { JsonReader } from "./json-reader.js";
import {
  joinWords,
  MILLISECOND,
  readSegments,
  readSentences,
  readSpeaker,
  SECOND,
  type Speaker,
  UNNAMED,
} from "./json-utterances.js";
import { type ReadUtterance, toParsedUtterances } from "./repair-times.js";

/** Fields that Whisper's segments have, and debrief's utterances do not. */
const SEGMENT_FIELDS = ["seek", "tokens", "avg_logprob", "no_speech_prob", "temperature", "words"];

const isText = (value: unknown): boolean => typeof value === "string";

/**
 * Returns whether a list has Whisper's segments, in seconds. A list that may be debrief's own utterances, in
 * milliseconds, doesn't count.
 */
const isSegmentList = (transcript: JsonReader): boolean => {
  const segments = transcript.items();
  const first = segments.find((segment) => isText(segment.field("text").value));
  if (!first || first.field("role").isPresent) return false;
  const times = segments
    .flatMap((segment) => [segment.field("start").value, segment.field("end").value])
    .filter((time) => typeof time === "number");
  const hasFraction = times.some((time) => !Number.isInteger(time));
  const hasOwnField = SEGMENT_FIELDS.some((name) => first.field(name).isPresent);
  return first.field("speaker").isPresent ? hasFraction && hasOwnField : hasFraction || hasOwnField;
};

/** Some programs write an object for each file or part of a call. */
const isObjectList = (transcript: JsonReader): boolean =>
  transcript.items().some((item) => item.field("segments").isList) &&
  !transcript.items().some((item) => item.field("start").isPresent);

const parseObjects = (objects: readonly JsonReader[], notices: NoticeList): ParsedUtterance[] =>
  objects.flatMap((object) => {
    if (whisper.matches(object)) return whisper.parse(object, notices);
    notices.add("cue_left_out", { path: object.path });
    return [];
  });

const isWordList = (words: JsonReader): boolean =>
  words.items().some((word) => isText(word.field("word").value));

const speakerOf = (segment: JsonReader): Speaker => readSpeaker(segment.field("speaker"));

/** whisper.cpp writes times as text, next to offsets in milliseconds. */
const readWhisperCpp = (transcript: JsonReader, notices: NoticeList): ReadUtterance[] => {
  const segments = transcript.field("transcription").items();
  const fields = { unit: MILLISECOND, start: "from", end: "to" };
  const times = segments.some((segment) => segment.field("offsets").isPresent)
    ? "offsets"
    : "timestamps";
  return readSegments(segments, speakerOf, { ...fields, times }, notices);
};

/** The JSON of Whisper and its relatives: `verbose_json`, its segments alone, words, or only a text. */
export const whisper: JsonFormat = {
  matches: (transcript) =>
    isSegmentList(transcript) ||
    isObjectList(transcript) ||
    transcript.field("transcription").isList ||
    transcript.field("segments").isList ||
    isWordList(transcript.field("words")) ||
    isText(transcript.field("text").value),
  parse: (transcript, notices) => {
    if (isObjectList(transcript)) return parseObjects(transcript.items(), notices);
    const duration = transcript.field("duration").time(SECOND);
    if (transcript.field("transcription").isList)
      return toParsedUtterances(readWhisperCpp(transcript, notices), notices);
    const segments = transcript.isList ? transcript : transcript.field("segments");
    const read = readSegments(segments.items(), speakerOf, { unit: SECOND }, notices);
    if (read.length > 0) return toParsedUtterances(read, notices, duration);
    const listed = transcript.field("words").items();
    const words = readSegments(listed, speakerOf, { unit: SECOND, text: ["word"] }, notices);
    if (words.length > 0) return joinWords(toParsedUtterances(words, notices, duration));
    const sentences = readSentences(transcript.field("text"), UNNAMED, notices);
    return toParsedUtterances(sentences, notices, duration);
  },
};
