import { concatFlat } from "../core/concat-flat.js";

const DAY_MS = 86_400_000;
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME =
  /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d+))?)?(?:Z|\+00:00)$/;

/** Regular expressions of a day, of a time, and of a day or a time. */
export const DAY_PATTERN = DATE.source;
export const TIME_PATTERN = TIME.source;
export const DAY_OR_TIME_PATTERN = `${DATE.source}|${TIME.source}`;

/** Returns the start of a day in milliseconds; undefined for a day that doesn't exist. */
export const parseDay = (text: string): number | undefined => {
  const [, year, month, day] = (DATE.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined;
};

/**
 * Parses `YYYY-MM-DDTHH:MM[:SS[.fraction]]` with Z or +00:00 into milliseconds since 1970 and the digits
 * behind them. One number for both would exceed a double's precision in a far year.
 */
const parseTimeParts = (text: string): { ms: number; finerDigits: string } | undefined => {
  const [, date = "", hours, minutes, seconds = "0", fraction = ""] = TIME.exec(text) ?? [];
  const day = parseDay(date);
  if (day === undefined) return undefined;
  const whole = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return {
    ms: day + whole + Number(fraction.slice(0, 3).padEnd(3, "0")),
    finerDigits: fraction.slice(3),
  };
};

/** Parses a time into milliseconds, truncated. */
export const parseTime = (text: string): number | undefined => parseTimeParts(text)?.ms;

/** Parses a time into microseconds, truncated. */
export const parseMicroseconds = (text: string): number | undefined => {
  const time = parseTimeParts(text);
  return time && time.ms * 1000 + Number(time.finerDigits.slice(0, 3).padEnd(3, "0"));
};

/** Parses a lower bound: a day's start, or a time, rounded up to the next millisecond. */
export const parseLowerBound = (text: string): number | undefined => {
  const time = parseTimeParts(text);
  return time ? time.ms + (/[1-9]/.test(time.finerDigits) ? 1 : 0) : parseDay(text);
};

/** Parses an inclusive upper bound: a day's last millisecond, or a time. */
export const parseUpperBound = (text: string): number | undefined => {
  const day = parseDay(text);
  return day === undefined ? parseTime(text) : day + DAY_MS - 1;
};

const MINUTE_MS = 60_000;
const padNumbers = (count: number, length: number): string[] =>
  Array.from({ length: count }, (_, number) => String(number).padStart(length, "0"));
const SIXTY = padNumbers(60, 2);
const MINUTES = padNumbers(24, 2).flatMap((hour) => SIXTY.map((minute) => `${hour}:${minute}:`));
const SECONDS = SIXTY.map((second) => `${second}.`);
const MILLISECONDS = padNumbers(1000, 3).map((ms) => `${ms}Z`);

// toISOString takes ten times as long as the rest, and most times are in the same few years.
const MAX_CACHED_DATES = 2000;
const dateCache = new Map<number, string>();

/** Formats a day, counted from 1970, as `2026-01-31T`. */
const formatDay = (day: number): string => {
  let date = dateCache.get(day);
  if (date === undefined) {
    date = new Date(day * DAY_MS).toISOString().slice(0, -13);
    if (dateCache.size >= MAX_CACHED_DATES) dateCache.clear();
    dateCache.set(day, date);
  }
  return date;
};

/** Formats milliseconds as ISO 8601 in UTC, exactly like toISOString. @throws RangeError like it */
export const formatTime = (time: number): string => {
  const day = Math.floor(time / DAY_MS);
  const ms = time - day * DAY_MS;
  return concatFlat(
    formatDay(day),
    MINUTES[Math.floor(ms / MINUTE_MS)]!,
    SECONDS[Math.floor((ms % MINUTE_MS) / 1000)]!,
    MILLISECONDS[ms % 1000]!,
  );
};

/** Formats microseconds as ISO 8601 with six fraction digits. */
export const formatMicroseconds = (microseconds: number): string =>
  concatFlat(
    formatTime(Math.floor(microseconds / 1000)).slice(0, -1),
    MILLISECONDS[microseconds % 1000]!,
  );

/** The last millisecond of a four-digit year. */
export const MAX_TIME_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
