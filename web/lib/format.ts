const timeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const numberFormat = new Intl.NumberFormat();

/** Formats a date and time in the user's time zone. */
export const formatLocalTime = (iso: string): string => timeFormat.format(new Date(iso));
/** Formats a date in the user's time zone. */
export const formatLocalDay = (iso: string): string => dayFormat.format(new Date(iso));
/** Formats as "2026-01-31 09:30:00 UTC". */
export const formatUtcTime = (iso: string): string => `${iso.slice(0, 19).replace("T", " ")} UTC`;

export const formatNumber = (value: number): string => numberFormat.format(value);
/** Formats a ratio (0 to 1) as a percentage. */
export const formatPercent = (ratio: number): string => `${Math.round(ratio * 100)} %`;

const padTwo = (value: number): string => String(value).padStart(2, "0");

/** Formats milliseconds as "4:05" or "1:02:03". */
export const formatClock = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${padTwo(m)}:${padTwo(s)}` : `${m}:${padTwo(s)}`;
};

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
