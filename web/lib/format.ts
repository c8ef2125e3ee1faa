const longFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const dateFormat = new Intl.DateTimeFormat(undefined, {
  day: "numeric",
  month: "short",
  hour: "numeric",
  minute: "2-digit",
});
const weekdayFormat = new Intl.DateTimeFormat(undefined, { weekday: "short" });
const clockFormat = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const numberFormat = new Intl.NumberFormat();

const DAY_MS = 24 * 60 * 60_000;
const DAYS_IN_WEEK = 7;
const nearDays: Record<number, string> = { [-1]: "yesterday", 0: "today", 1: "tomorrow" };

/** Counts the days between two times by the user's calendar, in which a day can have 23 or 25 hours. */
const countDays = (from: Date, to: Date): number =>
  Math.round(
    (new Date(to.getFullYear(), to.getMonth(), to.getDate()).getTime() -
      new Date(from.getFullYear(), from.getMonth(), from.getDate()).getTime()) /
      DAY_MS,
  );

/** Formats a date and time in the user's time zone, as people say it: "today 8:50", "Mon 3:30 PM". */
export const formatLocalTime = (iso: string, now = new Date()): string => {
  const time = new Date(iso);
  const days = countDays(now, time);
  const day = nearDays[days];
  if (day !== undefined) return `${day} ${clockFormat.format(time)}`;
  if (days < 0 && days > -DAYS_IN_WEEK)
    return `${weekdayFormat.format(time)} ${clockFormat.format(time)}`;
  return (time.getFullYear() === now.getFullYear() ? dateFormat : longFormat).format(time);
};
/** Formats a date in the user's time zone. */
export const formatLocalDay = (iso: string): string => dayFormat.format(new Date(iso));

const nearPeriodFormat = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric" });

/** Formats days from one instant to another, with the year unless both are in this one. */
export const formatPeriod = (from: string, to: string, now = new Date()): string => {
  const dates = [new Date(from), new Date(to)] as const;
  const isNear = dates.every((date) => date.getFullYear() === now.getFullYear());
  return (isNear ? nearPeriodFormat : dayFormat).formatRange(...dates);
};
/** Formats as "2026-01-31 09:30:00 UTC". */
export const formatUtcTime = (iso: string): string => `${iso.slice(0, 19).replace("T", " ")} UTC`;

export const formatNumber = (value: number): string => numberFormat.format(value);
/** Formats a ratio (0 to 1) as a percentage. */
export const formatPercent = (ratio: number): string => `${Math.round(ratio * 100)} %`;

const padTwo = (value: number): string => String(value).padStart(2, "0");

/** Formats milliseconds as "4:05" or "1:02:03". */
export const formatClock = (ms: number): string => {
  const seconds = Math.floor(ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${padTwo(m)}:${padTwo(s)}` : `${m}:${padTwo(s)}`;
};

/** Formats a length, as rounded: "4:05". */
export const formatLength = (ms: number): string => formatClock(Math.round(ms / 1000) * 1000);

/** Reads "4:05", "1:02:03" or seconds as milliseconds. */
export const parseClock = (text: string): number =>
  text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0) * 1000;

const SHOWN_CHARACTERS = 60;

/** Cuts words of a call for a title or a list of choices. */
export const shorten = (text: string): string =>
  text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;

/** Formats milliseconds for the attribute `datetime`: "PT3723S". */
export const formatIsoDuration = (ms: number): string => `PT${Math.round(ms / 1000)}S`;

/** Formats a count: "1 recording", "2 recordings". */
export const formatCount = (value: number, one: string, many = `${one}s`): string =>
  `${formatNumber(value)} ${value === 1 ? one : many}`;

const ordinalRules = new Intl.PluralRules("en", { type: "ordinal" });
const ORDINAL_SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = {
  one: "st",
  two: "nd",
  few: "rd",
};

/** Formats an ordinal: "1st", "22nd", "113th". */
const formatOrdinal = (value: number): string =>
  `${formatNumber(value)}${ORDINAL_SUFFIXES[ordinalRules.select(value)] ?? "th"}`;

const MAX_PLACE = 1_000;

/** Formats a place in a line: "next in line", "2nd in line". The API counts no more than MAX_PLACE calls. */
export const formatPlace = (place: number): string => {
  if (place > MAX_PLACE) return `more than ${formatNumber(MAX_PLACE)} calls are before it`;
  return place === 1 ? "next in line" : `${formatOrdinal(place)} in line`;
};

/** Returns the text with a capital first letter. */
export const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"];

/** Formats bytes as "3.4 MB". */
export const formatSize = (bytes: number): string => {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  return new Intl.NumberFormat(undefined, {
    style: "unit",
    unit: UNITS[power]!,
    maximumFractionDigits: power === 0 ? 0 : 1,
  }).format(bytes / 1000 ** power);
};
