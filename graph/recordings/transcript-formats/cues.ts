import { MAX_TEXT_BYTES } from "../../arguments/limits.js";
import { yieldToEventLoop } from "../../turns/yield-to-event-loop.js";
import { MAX_UTTERANCES } from "../max-utterances.js";
import type { NoticeList } from "../notice-list.js";
import { invalidLine } from "./format.js";
import type { LineReader } from "./line-reader.js";
import { type ReadPart, repairTimes } from "./repair-times.js";
import { TextSteps } from "./text-steps.js";
import { parseTimeRange, type TimeRange } from "./time-range.js";

/** A part of a subtitle file. */
interface Cue extends ReadPart {
  /** The line of its times. */
  place: { line: number };
  /** All lines of the text, with a space between them. */
  text: string;
}

/** start and end: integer milliseconds. */
export type TimedCue = Cue & { start: number; end: number };

interface CueRules {
  isBlank: (line: string) => boolean;
  /** Whether a block that begins with this line isn't a cue and is skipped. */
  isSkipped: (line: string) => boolean;
  /** Whether text after a blank line belongs to the cue before it. */
  continuesAfterBlank: boolean;
}

/** Room for the tags of each word. */
const MAX_CUE_CHARACTERS = 4 * MAX_TEXT_BYTES;
const COUNTER = /^\s*\d{1,9}\s*$/;

/** Lines of text that end before a blank line or the times of a cue. */
interface TextBlock {
  line: number;
  texts: string[];
}

/** Skips the lines up to the first blank one, or to the times of a cue. Other requests run in between. */
export const skipBlock = async (lines: LineReader, isBlank: CueRules["isBlank"]): Promise<void> => {
  const steps = new TextSteps();
  while (lines.current !== undefined && !isBlank(lines.current) && !parseTimeRange(lines.current)) {
    if (steps.isComplete(lines.current)) await yieldToEventLoop();
    lines.advance();
  }
};

/** @throws INVALID_FIELD with the first line of a block that is too long */
const readTextBlock = (lines: LineReader, { isBlank }: CueRules, line: number): TextBlock => {
  const texts: string[] = [];
  let characters = 0;
  while (lines.current !== undefined && !isBlank(lines.current) && !parseTimeRange(lines.current)) {
    texts.push(lines.current.trim());
    characters += lines.current.length + 1;
    if (characters > MAX_CUE_CHARACTERS)
      throw invalidLine(line, `the cue must be at most ${MAX_CUE_CHARACTERS} characters`);
    lines.advance();
  }
  return { line, texts };
};

/** Two times, with anything between them. */
const UNREADABLE_TIMES = /^\s*\d{1,4}:\d\S*\s+\S{1,5}\s+\d{1,4}:\d\S*\s*$/;

/** Returns whether a block begins as a cue does, but has no times that can be read. */
const isNumberedCue = (texts: readonly string[]): boolean =>
  texts.length > 1 && COUNTER.test(texts[0]!);

const readNumberedText = ([, ...texts]: readonly string[]): string =>
  (UNREADABLE_TIMES.test(texts[0]!) ? texts.slice(1) : texts).join(" ").trim();

const isAtTimes = ({ current }: LineReader): boolean =>
  current !== undefined && parseTimeRange(current) !== undefined;

/** Reads a cue from the line of its times on. The next one may follow without an empty line. */
const readCue = (lines: LineReader, times: TimeRange, rules: CueRules): Cue => {
  const line = lines.number;
  lines.advance();
  const { texts } = readTextBlock(lines, rules, line);
  if (isAtTimes(lines) && COUNTER.test(texts.at(-1) ?? "")) texts.pop();
  return { place: { line }, ...times, text: texts.join(" ").trim() };
};

/** Reads a block that doesn't begin with times, without the counter or the name of the cue that follows. */
const readStrayBlock = (lines: LineReader, rules: CueRules): TextBlock => {
  const block = readTextBlock(lines, rules, lines.number);
  if (isAtTimes(lines)) block.texts.pop();
  return block;
};

/**
 * Reads all cues. A block without times is skipped, with a notice, or continues the cue before it; in SRT, one with a
 * counter is a cue whose times are estimated. Other requests run in between. @throws INVALID_FIELD with the line's number
 */
export const readCues = async (
  lines: LineReader,
  rules: CueRules,
  notices: NoticeList,
): Promise<TimedCue[]> => {
  const cues: Cue[] = [];
  const steps = new TextSteps();
  const placeStray = ({ line, texts }: TextBlock): void => {
    const text = texts.join(" ").trim();
    if (text === "") return;
    if (rules.continuesAfterBlank && isNumberedCue(texts)) {
      cues.push({ place: { line }, start: null, end: null, text: readNumberedText(texts) });
      return;
    }
    const last = cues.at(-1);
    const continues =
      last !== undefined &&
      (rules.continuesAfterBlank || last.text === "") &&
      last.text.length + text.length < MAX_CUE_CHARACTERS;
    notices.add(continues ? "text_joined" : "cue_left_out", { line });
    if (continues) last.text = `${last.text} ${text}`.trim();
  };
  // The counter of a cue may have a blank line after it.
  let counter: TextBlock | undefined;
  while (lines.current !== undefined) {
    const first = lines.current;
    if (steps.isComplete(first)) await yieldToEventLoop();
    const times = parseTimeRange(first);
    if (rules.isBlank(first)) {
      lines.advance();
      continue;
    }
    if (!times && counter) placeStray(counter);
    counter = undefined;
    if (times) {
      const cue = readCue(lines, times, rules);
      cues.push(cue);
      if (steps.isComplete(cue.text)) await yieldToEventLoop();
    } else if (rules.isSkipped(first)) await skipBlock(lines, rules.isBlank);
    else {
      const block = readStrayBlock(lines, rules);
      if (block.texts.length === 1 && COUNTER.test(block.texts[0]!)) counter = block;
      else placeStray(block);
    }
    if (cues.length > MAX_UTTERANCES)
      throw invalidLine(lines.number, `the text has more than ${MAX_UTTERANCES} cues`);
  }
  if (counter) placeStray(counter);
  return repairTimes(cues, notices);
};
