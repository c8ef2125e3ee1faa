/**
 * A wall-clock time without a zone, in milliseconds as if it were UTC. Recurrence rules are expanded in wall time; each
 * occurrence is converted to an instant afterwards.
 */
export type WallTime = number;

export interface ParsedTime {
  wall: WallTime;
  /** The time is in UTC. */
  isUtc: boolean;
  /** It is a whole day. */
  isDate: boolean;
}

const TIME = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/;

/** Parses a DATE or DATE-TIME (RFC 5545, 3.3.4 and 3.3.5); undefined for other text. */
export const parseWallTime = (text: string): ParsedTime | undefined => {
  const match = TIME.exec(text.trim());
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((digits) => Number(digits ?? 0));
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  // A leap second counts as the last second of its minute.
  date.setUTCHours(hour, minute, Math.min(second, 59));
  // A date such as 30 February has rolled over.
  if (date.getUTCMonth() !== month - 1 || hour > 23 || minute > 59 || second > 60) return undefined;
  return { wall: date.getTime(), isUtc: match[7] === "Z", isDate: match[4] === undefined };
};

/** Formats a time as iCalendar does in UTC, such as 20261124T090000Z. */
export const formatWallTime = (wall: WallTime): string => {
  // Uses no regular expression: a feed of 10,000 series formats about 300,000 times.
  const text = new Date(wall).toISOString();
  return `${text.slice(0, 4)}${text.slice(5, 7)}${text.slice(8, 13)}${text.slice(14, 16)}${text.slice(17, 19)}Z`;
};

/** Formats a whole day, such as 20261124. */
export const formatDate = (wall: WallTime): string => formatWallTime(wall).slice(0, 8);

const DURATION =
  /^([+-])?P(?:(\d{1,5})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,8})S)?)?$/;

/** Parses a DURATION (RFC 5545, 3.3.6): days and the rest in milliseconds; undefined for other text. */
export const parseDuration = (text: string): { days: number; ms: number } | undefined => {
  const match = DURATION.exec(text.trim());
  if (!match || match[1] === "-") return undefined;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(2)
    .map((digits) => Number(digits ?? 0));
  return { days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1000 };
};
