import type { StoredUtterance } from "../../../db/recordings/transcript.js";
import type { NoticeList } from "../notice-list.js";
import { toLabelledUtterances } from "./cue-utterances.js";
import { readCues } from "./cues.js";
import type { ParsedUtterance } from "./format.js";
import { LineReader } from "./line-reader.js";
import { parseLabel } from "./speaker-labels.js";
import { formatCueTime, parseTimeRange } from "./time-range.js";

const JSON_START = /^\s*[[{"]/;
/** The first lines, in which a subtitle file has a cue. */
const FIRST_LINES = 20;
const STYLE_TAG = /<\/?(?:b|i|u|s|font)(?: [^<>]*)?>|\{\\[^{}]*\}/gi;
const STYLE_TAG_START = /<(?=\/?(?:b|i|u|s|font)[ >])|\{(?=\\)/gi;
const CUE_RULES = {
  isBlank: (line: string) => line.trim() === "",
  isSkipped: () => false,
  continuesAfterBlank: true,
};

export const isSrt = (text: string): boolean => {
  if (JSON_START.test(text)) return false;
  const lines = new LineReader(text.trimStart());
  for (; lines.current !== undefined && lines.number <= FIRST_LINES; lines.advance())
    if (parseTimeRange(lines.current)) return true;
  return false;
};

/** Parses SRT. The text may begin with the speaker, `Ann (rep): ` or `Ann: `. @throws INVALID_FIELD */
export const parseSrt = async (source: string, notices: NoticeList): Promise<ParsedUtterance[]> => {
  const cues = await readCues(new LineReader(source), CUE_RULES, notices);
  return toLabelledUtterances(cues, (text) => text.replaceAll(STYLE_TAG, "").trim());
};

/** SRT has no character references: line ends are removed, and an arrow gets a space. */
const flatten = (text: string): string =>
  text.replaceAll(/\s+/g, " ").replaceAll("-->", "-- >").trim();

const formatText = ({ speaker, role, text }: StoredUtterance): string => {
  const name = flatten(speaker).replaceAll(/\):+/g, ")");
  const spoken = flatten(text);
  const plain = `${name}: ${spoken}`.trim();
  const parsed = role === "other" ? parseLabel(plain) : undefined;
  const isPlain = parsed?.speaker === name && parsed.role === role && parsed.text === spoken;
  // A space prevents text from being read as a tag.
  return (isPlain ? plain : `${name} (${role}): ${spoken}`.trim()).replaceAll(
    STYLE_TAG_START,
    "$& ",
  );
};

/** Formats an utterance as a cue of SRT. `number`: from 1. */
export const formatSrtCue = (utterance: StoredUtterance, number: number): string => {
  const { start, end } = utterance;
  const times = `${formatCueTime(start, ",")} --> ${formatCueTime(end, ",")}`;
  return `${number}\n${times}\n${formatText(utterance)}\n\n`;
};
