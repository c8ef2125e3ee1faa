import { DEFAULT_MAX_CHARACTERS } from "../../arguments/declared-limits.js";
import { MAX_TEXT_BYTES } from "../../arguments/limits.js";
import { yieldToEventLoop } from "../../turns/yield-to-event-loop.js";
import { type ParsedUtterance, invalidLine, UNNAMED_SPEAKER } from "./format.js";
import { MAX_UTTERANCES } from "../max-utterances.js";
import type { TimedCue } from "./cues.js";
import { type LabelledText, parseLabels } from "./speaker-labels.js";
import { TextSteps } from "./text-steps.js";

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
  cues: readonly TimedCue[],
  split: (cue: TimedCue, index: number) => readonly LabelledText[],
): Promise<ParsedUtterance[]> => {
  const utterances: ParsedUtterance[] = [];
  const steps = new TextSteps();
  for (const [index, cue] of cues.entries()) {
    if (steps.isComplete(cue.text)) await yieldToEventLoop();
    const { start, end } = cue;
    for (const part of split(cue, index)) {
      validateSizes(cue.place.line, part);
      utterances.push({ ...part, start, end });
      if (utterances.length > MAX_UTTERANCES)
        throw invalidLine(cue.place.line, `the text has more than ${MAX_UTTERANCES} utterances`);
    }
  }
  return utterances;
};

const cleanTexts = async (
  cues: readonly TimedCue[],
  clean: (text: string) => string,
): Promise<string[]> => {
  const steps = new TextSteps();
  const texts: string[] = [];
  for (const { text } of cues) {
    if (steps.isComplete(text)) await yieldToEventLoop();
    texts.push(clean(text));
  }
  return texts;
};

/**
 * Converts cues whose texts may begin with the speaker. Cues without any text are dropped. Other requests run in
 * between.
 * @param clean removes what isn't spoken from a cue's text
 */
export const toLabelledUtterances = async (
  cues: readonly TimedCue[],
  clean: (text: string) => string,
): Promise<ParsedUtterance[]> => {
  const texts = await cleanTexts(cues, clean);
  const labels = parseLabels(texts);
  return toUtterances(cues, (_cue, index) => {
    const text = texts[index]!;
    const label = labels[index];
    if (label) return [label];
    return text === "" ? [] : [{ speaker: UNNAMED_SPEAKER, role: "other", text }];
  });
};
