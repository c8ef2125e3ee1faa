import { flat } from "./flat.js";

const DAY_MS = 86_400_000;
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME =
  /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d+))?)?(?:Z|\+00:00)$/;

/** How a time is written, and how a day or a time is, as regular expressions. */
export const TIME_PATTERN = TIME.source;
export const DAY_OR_TIME_PATTERN = `${DATE.source}|${TIME.source}`;

/** The start of a day, or undefined where the calendar has no such day. */
const dayMs = (text: string): number | undefined => {
  const [, year, month, day] = (DATE.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined;
};

/**
 * `YYYY-MM-DDTHH:MM[:SS[.fraction]]` with Z or +00:00, as milliseconds since 1970 and the digits behind
 * them. The two stay apart: as one number, times of a far year would not fit a double.
 */
const parse = (text: string): { ms: number; finer: string } | undefined => {
  const [, date = "", hours, minutes, seconds = "0", fraction = ""] = TIME.exec(text) ?? [];
  const day = dayMs(date);
  if (day === undefined) return undefined;
  const whole = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return {
    ms: day + whole + Number(fraction.slice(0, 3).padEnd(3, "0")),
    finer: fraction.slice(3),
  };
};

/** A time in milliseconds; what is finer is cut off. */
export const parseTime = (text: string): number | undefined => parse(text)?.ms;

/** A time in microseconds; what is finer is cut off. */
export const parseMicroseconds = (text: string): number | undefined => {
  const time = parse(text);
  return time && time.ms * 1000 + Number(time.finer.slice(0, 3).padEnd(3, "0"));
};

/** A lower bound: a time (a fraction of a millisecond excludes that millisecond) or a day's start. */
export const parseFrom = (text: string): number | undefined => {
  const time = parse(text);
  return time ? time.ms + (/[1-9]/.test(time.finer) ? 1 : 0) : dayMs(text);
};

/** An upper bound, included: a time or a day's last millisecond. */
export const parseTo = (text: string): number | undefined => {
  const day = dayMs(text);
  return day === undefined ? parseTime(text) : day + DAY_MS - 1;
};

const MINUTE_MS = 60_000;
const digits = (count: number, length: number): string[] =>
  Array.from({ length: count }, (_, number) => String(number).padStart(length, "0"));
const sixty = digits(60, 2);
const MINUTES = digits(24, 2).flatMap((hour) => sixty.map((minute) => `${hour}:${minute}:`));
const SECONDS = sixty.map((second) => `${second}.`);
const MILLISECONDS = digits(1000, 3).map((ms) => `${ms}Z`);

// toISOString costs ten times what the rest does, and what is asked for is mostly of the same few years.
const MOST_DATES = 2000;
const dates = new Map<number, string>();

/** `2026-01-31T` of a day, counted from 1970. */
const dateOf = (day: number): string => {
  let date = dates.get(day);
  if (date === undefined) {
    date = new Date(day * DAY_MS).toISOString().slice(0, -13);
    if (dates.size >= MOST_DATES) dates.clear();
    dates.set(day, date);
  }
  return date;
};

/** Whole milliseconds as ISO 8601 in UTC, as toISOString has them. @throws RangeError as it does */
export const formatTime = (time: number): string => {
  const day = Math.floor(time / DAY_MS);
  const ms = time - day * DAY_MS;
  return flat(
    dateOf(day),
    MINUTES[Math.floor(ms / MINUTE_MS)]!,
    SECONDS[Math.floor((ms % MINUTE_MS) / 1000)]!,
    MILLISECONDS[ms % 1000]!,
  );
};

/** Microseconds as ISO 8601 with six fraction digits. */
export const formatMicroseconds = (microseconds: number): string =>
  flat(
    formatTime(Math.floor(microseconds / 1000)).slice(0, -1),
    MILLISECONDS[microseconds % 1000]!,
  );

/** The last millisecond whose year has four digits. */
export const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
