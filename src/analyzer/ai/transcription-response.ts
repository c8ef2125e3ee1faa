import { parseLenientJson } from "../../../graph/core/lenient-json.js";
import type { UtteranceInput } from "../../../graph/recordings/transcript.js";
import { NoticeList } from "../../../graph/recordings/notice-list.js";
import { UNNAMED_SPEAKER } from "../../../graph/recordings/transcript-formats/format.js";
import { JsonReader } from "../../../graph/recordings/transcript-formats/json-reader.js";
import {
  joinWords,
  readSegments,
  readSentences,
  SECOND,
  type Speaker,
  UNNAMED,
} from "../../../graph/recordings/transcript-formats/json-utterances.js";
import {
  type ReadUtterance,
  toParsedUtterances,
} from "../../../graph/recordings/transcript-formats/repair-times.js";
import type { HeardCall } from "../analyzer.js";
import { createInventionFinder } from "./inventions.js";
import { cleanText } from "./json-schema.js";
import { ModelError } from "../../base/model-server/model-error.js";

const MAX_SPEAKER_CHARACTERS = 200;
const MAX_TEXT_CHARACTERS = 30_000;
/** How much later than the end of the audio a text may begin: servers round it, a phone system may not count ringing. */
const STATED_TOLERANCE_MS = 500;
const KNOWN_TOLERANCE_MS = 10_000;

const malformedAnswer = (message: string): ModelError =>
  new ModelError("The transcription server returned an invalid response", message, {
    maxRetries: 2,
  });

/** Parses a transcription server's response. @throws ModelError unless it has a text or segments */
export const parseTranscription = (answer: string): JsonReader => {
  let response: JsonReader;
  try {
    response = new JsonReader(parseLenientJson(answer), undefined, "response");
  } catch {
    throw malformedAnswer(`invalid JSON: ${answer.slice(0, 200)}`);
  }
  if (
    typeof response.field("text").value !== "string" &&
    !response.field("segments").isList &&
    !response.field("words").isList
  )
    throw malformedAnswer("neither text nor segments");
  return response;
};

const cleanUtterance = (text: string): string =>
  cleanText(text).slice(0, MAX_TEXT_CHARACTERS).toWellFormed();

const readSpeaker = (segment: JsonReader): Speaker => {
  const name = cleanUtterance(segment.field("speaker").text() ?? "");
  return { speaker: name.slice(0, MAX_SPEAKER_CHARACTERS) || UNNAMED_SPEAKER, role: "other" };
};

/** Returns the latest start of a text, by the duration that the server states, else by the known one. */
const findLastStart = (stated: number, known: number): number => {
  if (stated > 0) return stated + STATED_TOLERANCE_MS;
  return known > 0 ? known + KNOWN_TOLERANCE_MS : Number.POSITIVE_INFINITY;
};

/** Reads the segments that were said, and notes the others. */
const readSaid = (
  segments: readonly JsonReader[],
  lastStart: number,
  notices: NoticeList,
): ReadUtterance[] => {
  const isInvented = createInventionFinder(segments, lastStart);
  const said = segments.filter((segment, index) => {
    if (!isInvented(index)) return true;
    const start = segment.field("start").time(SECOND);
    const end = segment.field("end").time(SECOND);
    notices.add("invention_left_out", start === null || end === null ? {} : { start, end });
    return false;
  });
  return readSegments(said, readSpeaker, { unit: SECOND }, notices);
};

/**
 * Converts a transcription server's response to utterances: its segments, else its words, else its text, spread over
 * the duration. Leaves out what was not said, with a notice. `knownDuration`: milliseconds; 0 if unknown.
 */
export const toHeardCall = (response: JsonReader, knownDuration: number): HeardCall => {
  const notices = new NoticeList();
  const stated = Math.max(0, response.field("duration").time(SECOND) ?? 0);
  const segments = response.field("segments").items();
  const read = readSaid(segments, findLastStart(stated, knownDuration), notices);
  let utterances: UtteranceInput[] = toParsedUtterances(read, notices);
  const hasSpoken = segments.some((segment) => (segment.field("text").text() ?? "") !== "");
  if (!hasSpoken) {
    const listed = response.field("words").items();
    const words = readSegments(listed, readSpeaker, { unit: SECOND, text: ["word"] }, notices);
    utterances = joinWords(toParsedUtterances(words, notices));
    if (words.length === 0)
      utterances = toParsedUtterances(
        readSentences(response.field("text"), UNNAMED, notices),
        notices,
        stated || knownDuration,
      );
  }
  const cleaned = utterances.map((utterance) => ({
    ...utterance,
    text: cleanUtterance(utterance.text),
  }));
  return { utterances: cleaned.filter(({ text }) => text !== ""), notices: notices.list() };
};
