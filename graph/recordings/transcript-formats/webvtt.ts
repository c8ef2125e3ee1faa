import type { SpeakerRole, StoredUtterance } from "../../../db/recordings/transcript.js";
import type { NoticeList } from "../notice-list.js";
import { decodeReferences, encodeReferences } from "./character-references.js";
import { toLabelledUtterances, toUtterances } from "./cue-utterances.js";
import { readCues, skipBlock, type TimedCue } from "./cues.js";
import { type ParsedUtterance, UNNAMED_SPEAKER } from "./format.js";
import { LineReader } from "./line-reader.js";
import { type LabelledText, roleOfLabel } from "./speaker-labels.js";
import { formatCueTime } from "./time-range.js";

const SIGNATURE = /^\s*WEBVTT(?:[ \t\n\r]|$)/;
const SKIPPED_BLOCK = /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/;
const TAG = /<([^<>]*)>/g;
const VOICE_TAG = /<v(?:[.\s][^<>]*)?>/;
const VOICE = /^v(?:[.\s]|$)/;
const UNNAMED: LabelledText = { speaker: UNNAMED_SPEAKER, role: "other", text: "" };
const CUE_RULES = {
  isBlank: (line: string) => line === "",
  isSkipped: (line: string) => SKIPPED_BLOCK.test(line),
  // The standard skips a block without times.
  continuesAfterBlank: false,
};

export const isWebVtt = (text: string): boolean => SIGNATURE.test(text);

/** Parses the content of a voice tag, `v.rep Ann`. */
const parseVoice = (tag: string): Omit<LabelledText, "text"> => {
  const space = tag.search(/\s/);
  const [, ...classes] = (space === -1 ? tag : tag.slice(0, space)).split(".", 20);
  const speaker = space === -1 ? "" : decodeReferences(tag.slice(space).trim());
  const role = classes.find((name) => ["rep", "client", "other"].includes(name));
  return { speaker, role: (role as SpeakerRole | undefined) ?? roleOfLabel(speaker) };
};

/** Splits a cue's text at its voice tags, and removes other tags. A voice may be silent. */
const splitVoices = ({ text: source }: TimedCue): LabelledText[] => {
  const parts: (LabelledText & { isVoice: boolean })[] = [{ ...UNNAMED, isVoice: false }];
  let end = 0;
  const addText = (until: number): void => void (parts.at(-1)!.text += source.slice(end, until));
  for (const match of source.matchAll(TAG)) {
    addText(match.index);
    end = match.index + match[0].length;
    const tag = match[1]!;
    if (VOICE.test(tag)) parts.push({ ...parseVoice(tag), text: "", isVoice: true });
    else if (tag === "/v") parts.push({ ...UNNAMED, isVoice: false });
  }
  addText(source.length);
  return parts
    .map((part) => ({ ...part, text: part.text.trim() }))
    .filter(({ text, isVoice }) => isVoice || text !== "")
    .map(({ speaker, role, text }) => ({ speaker, role, text: decodeReferences(text) }));
};

/** Parses WebVTT. A voice tag contains the speaker, and its class the role: `<v.rep Ann>`. @throws INVALID_FIELD */
export const parseWebVtt = async (
  source: string,
  notices: NoticeList,
): Promise<ParsedUtterance[]> => {
  const lines = new LineReader(source);
  while (lines.current?.trim() === "") lines.advance();
  await skipBlock(lines, CUE_RULES.isBlank);
  const cues = await readCues(lines, CUE_RULES, notices);
  if (cues.some(({ text }) => VOICE_TAG.test(text))) return toUtterances(cues, splitVoices);
  // Some programs write the speaker into the text instead of a tag.
  return toLabelledUtterances(cues, (text) => decodeReferences(text.replaceAll(TAG, "").trim()));
};

export const WEBVTT_HEADER = "WEBVTT\n";

/** Formats an utterance as a cue of WebVTT, with an empty line before it. */
export const formatWebVttCue = ({ speaker, role, text, start, end }: StoredUtterance): string =>
  `\n${formatCueTime(start, ".")} --> ${formatCueTime(end, ".")}\n<v.${role} ${encodeReferences(speaker)}>${encodeReferences(text)}</v>\n`;
