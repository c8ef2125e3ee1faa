import { parseLimitedJson } from "../../arguments/body-limits.js";
import { Failure, invalidField } from "../../core/errors.js";
import { withoutOddNumbers } from "../../core/lenient-json.js";
import { yieldToEventLoop } from "../../turns/yield-to-event-loop.js";
import type { NoticeList } from "../notice-list.js";
import { assemblyAi } from "./assemblyai.js";
import { deepgram } from "./deepgram.js";
import { invalidLine, type ParsedUtterance, TRANSCRIPT_FIELD } from "./format.js";
import type { JsonFormat } from "./json-format.js";
import { JsonReader } from "./json-reader.js";
import { isSrt, parseSrt } from "./srt.js";
import { CHARACTERS_PER_STEP } from "./text-steps.js";
import { twilio } from "./twilio.js";
import { isWebVtt, parseWebVtt } from "./webvtt.js";
import { whisper } from "./whisper.js";

/** The order matters: an empty list of sentences is a transcript of Twilio and of AssemblyAI. */
const JSON_FORMATS: JsonFormat[] = [deepgram, twilio, assemblyAi, whisper];

const ACCEPTED_FORMATS =
  "a list of utterances, WebVTT, SRT, or the JSON of Whisper, Deepgram, AssemblyAI or Twilio";

const WITHOUT_TIMES =
  "must belong to a cue, which begins with times such as 00:00:01.000 --> 00:00:02.500";

const countLines = (text: string, end: number): number => {
  let lines = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < end; at = text.indexOf("\n", at + 1))
    lines += 1;
  return lines;
};

const parseJson = (text: string): unknown => {
  try {
    return parseLimitedJson(withoutOddNumbers(text));
  } catch (error) {
    if (error instanceof Failure)
      throw invalidField(TRANSCRIPT_FIELD, error.reason.replace("The body", "is JSON that"));
    const [, line] = /\(line (\d+) column \d+\)/.exec((error as Error).message) ?? [];
    throw invalidLine(line ? Number(line) : countLines(text, text.length), "must be JSON");
  }
};

/** @throws INVALID_FIELD if everything was left out */
const requireText = (utterances: ParsedUtterance[], notices: NoticeList): ParsedUtterance[] => {
  const [place] = notices.listPlaces("cue_left_out");
  if (utterances.length > 0 || !place) return utterances;
  if (place.line !== undefined) throw invalidLine(place.line, WITHOUT_TIMES);
  throw invalidField(place.path!, "must be a text");
};

/**
 * Returns unchecked utterances. Leaves debrief's own lists, and values that aren't transcripts, unchanged for the
 * checks of a body's list.
 */
const convertJson = (value: unknown, notices: NoticeList): unknown => {
  const transcript = new JsonReader(value);
  const format = JSON_FORMATS.find(({ matches }) => matches(transcript));
  if (format) return requireText(format.parse(transcript, notices), notices);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  // The response of GET /v1/recordings/{id}/transcript.
  if (transcript.field("transcript").isList) return transcript.field("transcript").value;
  throw invalidField(TRANSCRIPT_FIELD, `must be ${ACCEPTED_FORMATS}`);
};

/** WebVTT and SRT. */
const parseSubtitles = async (
  parse: typeof parseSrt,
  text: string,
  notices: NoticeList,
): Promise<ParsedUtterance[]> => {
  const nullAt = text.indexOf("\0");
  if (nullAt !== -1) notices.add("text_repaired", { line: countLines(text, nullAt) });
  return requireText(await parse(text.replaceAll("\0", "\uFFFD"), notices), notices);
};

/**
 * Parses the text of a transcript in any accepted format, and adds what it leaves out or repairs to the notices. Other
 * requests run between the steps of a large one. Returns a list of utterances or other JSON, for the checks of a
 * transcript's fields.
 * @throws INVALID_FIELD with the line, or with the path in JSON, if nothing can be read
 */
export const parseTranscriptText = async (
  source: string,
  notices: NoticeList,
): Promise<unknown> => {
  const text = source.replace(/^\uFEFF/, "");
  if (isWebVtt(text)) return parseSubtitles(parseWebVtt, text, notices);
  if (isSrt(text)) return parseSubtitles(parseSrt, text, notices);
  if (!/^(?:[[{"\d-]|null$|true$|false$)/.test(text.trim()))
    throw invalidField(TRANSCRIPT_FIELD, `must be ${ACCEPTED_FORMATS}`);
  const value = parseJson(text);
  if (text.length > CHARACTERS_PER_STEP) await yieldToEventLoop();
  return convertJson(value, notices);
};
