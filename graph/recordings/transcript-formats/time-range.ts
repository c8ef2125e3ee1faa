const TIME = /^(-?)(?:(\d{1,4}):)?(\d{1,3}):(\d{1,2})(?:[.,:](\d{1,9}))?(?=\s|$)/;
/** Word processors turn hyphens into dashes. */
const ARROW = /[-–—−]{1,2}>|→/;
/** Longer lines are text. */
const MAX_START_CHARACTERS = 40;

/** The times of a cue in milliseconds, perhaps negative; null for a time that can't be read. */
export interface TimeRange {
  start: number | null;
  end: number | null;
}

const parseTime = (text: string): number | null => {
  const match = TIME.exec(text);
  if (!match) return null;
  const [, sign, hours = "0", minutes, seconds, fraction = "0"] = match;
  const whole = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  const ms = whole + Math.round(Number(`0.${fraction}`) * 1000);
  return sign === "-" ? -ms : ms;
};

const mayBeTime = (text: string): boolean => text === "" || text.includes(":");

/**
 * Parses the line with the times of a cue; undefined for another line. WebVTT may have settings after the times, some
 * SRT files coordinates. One of the times may be unreadable.
 */
export const parseTimeRange = (line: string): TimeRange | undefined => {
  const arrow = ARROW.exec(line);
  if (!arrow || arrow.index > MAX_START_CHARACTERS) return undefined;
  const startText = line.slice(0, arrow.index).trim();
  const endText = line.slice(arrow.index + arrow[0].length).trimStart();
  const start = parseTime(startText);
  const end = parseTime(endText);
  if (start === null && (end === null || !mayBeTime(startText))) return undefined;
  return { start, end };
};

const pad = (value: number, length = 2): string => String(Math.trunc(value)).padStart(length, "0");

/** Formats milliseconds as `00:00:01.000`. `separator`: before the milliseconds. */
export const formatCueTime = (ms: number, separator: "." | ","): string => {
  const seconds = ms / 1000;
  return `${pad(seconds / 3600)}:${pad((seconds / 60) % 60)}:${pad(seconds % 60)}${separator}${pad(ms % 1000, 3)}`;
};
