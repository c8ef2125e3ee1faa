import { invalidLine } from "./format.js";

const MAX_TIME_MS = 2 ** 31 - 1;
const TIME = String.raw`(?:(\d{1,4}):)?([0-5]\d):([0-5]\d)[.,](\d{3})`;
/** WebVTT may have settings after the times, some SRT files coordinates. */
const TIME_RANGE = new RegExp(`^\\s*${TIME}\\s*-->\\s*${TIME}(?:\\s|$)`);

const toMilliseconds = ([hours, minutes, seconds, ms]: (string | undefined)[]): number =>
  ((Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(ms);

export const isTimeRange = (line: string): boolean => line.includes("-->");

/** Parses the times of a cue, in milliseconds. @throws INVALID_FIELD with the line's number */
export const parseTimeRange = (line: string, number: number): { start: number; end: number } => {
  const match = TIME_RANGE.exec(line);
  if (!match) throw invalidLine(number, "must be two times such as 00:00:01.000 --> 00:00:02.500");
  const start = toMilliseconds(match.slice(1, 5));
  const end = toMilliseconds(match.slice(5, 9));
  if (end > MAX_TIME_MS) throw invalidLine(number, `must not be after ${MAX_TIME_MS} ms`);
  if (end < start) throw invalidLine(number, "the end must not be before the start");
  return { start, end };
};

const pad = (value: number, length = 2): string => String(Math.trunc(value)).padStart(length, "0");

/** Formats milliseconds as `00:00:01.000`. `separator`: before the milliseconds. */
export const formatCueTime = (ms: number, separator: "." | ","): string => {
  const seconds = ms / 1000;
  return `${pad(seconds / 3600)}:${pad((seconds / 60) % 60)}:${pad(seconds % 60)}${separator}${pad(ms % 1000, 3)}`;
};
