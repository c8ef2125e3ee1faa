import { MAX_TEXT_BYTES } from "../../arguments/limits.js";
import { yieldToEventLoop } from "../../turns/yield-to-event-loop.js";
import { MAX_UTTERANCES } from "../max-utterances.js";
import { invalidLine } from "./format.js";
import type { LineReader } from "./line-reader.js";
import { TextSteps } from "./text-steps.js";
import { isTimeRange, parseTimeRange } from "./time-range.js";

/** A part of a subtitle file. start and end: integer milliseconds. */
export interface Cue {
  /** The line of its times. */
  line: number;
  start: number;
  end: number;
  /** All lines of the text, with a space between them. */
  text: string;
}

interface CueRules {
  isBlank: (line: string) => boolean;
  /** Whether a block that begins with this line isn't a cue and is skipped. */
  isSkipped: (line: string) => boolean;
}

/** Room for the tags of each word. */
const MAX_CUE_CHARACTERS = 4 * MAX_TEXT_BYTES;
const COUNTER = /^\s*\d{1,9}\s*$/;

/** Skips the lines up to the first blank one. Other requests run in between. */
export const skipBlock = async (
  lines: LineReader,
  isBlank: CueRules["isBlank"],
  validate?: (line: string) => void,
): Promise<void> => {
  const steps = new TextSteps();
  while (lines.current !== undefined && !isBlank(lines.current)) {
    if (steps.isComplete(lines.current)) await yieldToEventLoop();
    validate?.(lines.current);
    lines.advance();
  }
};

/** Reads a cue from the line of its times on. The next one may follow without an empty line. */
const readCue = (lines: LineReader, { isBlank }: CueRules): Cue => {
  const line = lines.number;
  const times = parseTimeRange(lines.current!, line);
  const texts: string[] = [];
  let characters = 0;
  lines.advance();
  while (lines.current !== undefined && !isBlank(lines.current) && !isTimeRange(lines.current)) {
    texts.push(lines.current.trim());
    characters += lines.current.length + 1;
    if (characters > MAX_CUE_CHARACTERS)
      throw invalidLine(line, `the cue must be at most ${MAX_CUE_CHARACTERS} characters`);
    lines.advance();
  }
  const isFollowed = lines.current !== undefined && isTimeRange(lines.current);
  if (isFollowed && COUNTER.test(texts.at(-1) ?? "")) texts.pop();
  return { line, ...times, text: texts.join(" ").trim() };
};

/** Reads all cues. Other requests run in between. @throws INVALID_FIELD with the line's number */
export const readCues = async (lines: LineReader, rules: CueRules): Promise<Cue[]> => {
  const cues: Cue[] = [];
  const steps = new TextSteps();
  while (lines.current !== undefined) {
    const first = lines.current;
    if (steps.isComplete(first)) await yieldToEventLoop();
    if (rules.isBlank(first)) lines.advance();
    else if (isTimeRange(first)) {
      const cue = readCue(lines, rules);
      cues.push(cue);
      if (steps.isComplete(cue.text)) await yieldToEventLoop();
      if (cues.length > MAX_UTTERANCES)
        throw invalidLine(lines.number, `the text has more than ${MAX_UTTERANCES} cues`);
    } else if (rules.isSkipped(first)) await skipBlock(lines, rules.isBlank);
    else {
      // The cue's counter or name.
      const { number } = lines;
      lines.advance();
      if (lines.current === undefined || !isTimeRange(lines.current))
        throw invalidLine(number, "must belong to a cue, which begins with its times");
    }
  }
  return cues;
};
