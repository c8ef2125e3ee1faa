import { DEFAULT_MAX_CHARACTERS } from "../../core/declared-limits.js";
import { MAX_TEXT_BYTES } from "../../core/limits.js";
import { yieldToEventLoop } from "../../core/yield-to-event-loop.js";
import {
  CHARACTERS_PER_STEP,
  type ParsedUtterance,
  invalidLine,
  UNNAMED_SPEAKER,
} from "./format.js";
import { MAX_UTTERANCES } from "../max-utterances.js";
import type { Cue } from "./cues.js";
import { type LabelledText, parseLabels } from "./speaker-labels.js";

/** Stands for the work that a cue needs besides its text. */
const CHARACTERS_PER_CUE = 100;

const validateSizes = (line: number, { text, speaker }: LabelledText): void => {
  if (text.length * 3 > MAX_TEXT_BYTES && Buffer.byteLength(text) > MAX_TEXT_BYTES)
    throw invalidLine(line, `the cue's text must be at most ${MAX_TEXT_BYTES} bytes`);
  if (
    speaker.length > DEFAULT_MAX_CHARACTERS &&
    Array.from(speaker).length > DEFAULT_MAX_CHARACTERS
  )
    throw invalidLine(line, `the speaker must be at most ${DEFAULT_MAX_CHARACTERS} characters`);
};

/** Converts cues to utterances. Other requests run in between. @throws INVALID_FIELD with the cue's line */
export const toUtterances = async (
  cues: readonly Cue[],
  split: (cue: Cue, index: number) => readonly LabelledText[],
): Promise<ParsedUtterance[]> => {
  const utterances: ParsedUtterance[] = [];
  let characters = 0;
  for (const [index, cue] of cues.entries()) {
    characters += cue.text.length + CHARACTERS_PER_CUE;
    if (characters > CHARACTERS_PER_STEP) {
      characters = 0;
      await yieldToEventLoop();
    }
    const { line, start, end } = cue;
    for (const part of split(cue, index)) {
      validateSizes(line, part);
      utterances.push({ ...part, start, end });
      if (utterances.length > MAX_UTTERANCES)
        throw invalidLine(line, `the text has more than ${MAX_UTTERANCES} utterances`);
    }
  }
  return utterances;
};

/** Converts cues whose texts may begin with the speaker. Cues without any text are dropped. */
export const toLabelledUtterances = async (
  cues: readonly Cue[],
  texts: readonly string[],
): Promise<ParsedUtterance[]> => {
  const labels = parseLabels(texts);
  return toUtterances(cues, (_cue, index) => {
    const text = texts[index]!;
    const label = labels[index];
    if (label) return [label];
    return text === "" ? [] : [{ speaker: UNNAMED_SPEAKER, role: "other", text }];
  });
};
