import { invalidField } from "../core/errors.js";
import type { TimeRange } from "./range.js";

export const StatsIntervals = { day: "day", week: "week", month: "month" } as const;

/** The intervals to divide entries into. */
export interface IntervalSelection {
  unit: keyof typeof StatsIntervals;
  /** An IANA name. */
  timeZone: string;
}

/** The most intervals of an entry: two and a half years of days. */
export const MAX_INTERVALS = 1_000;
/** The most intervals of all entries: a year of weeks of 280 users, or of days of 40. */
export const MAX_ENTRY_INTERVALS = 15_000;
/** The longest JSON of the intervals of all entries, in characters. */
export const MAX_INTERVALS_LENGTH = 16 * 1024 * 1024;

/** A DateTime has no earlier year. */
const MIN_START_MS = Date.parse("0000-01-01T00:00:00Z");

/** Returns the zone's name; UTC by default. @throws INVALID_FIELD */
export const resolveTimeZone = (name: string | null | undefined): string => {
  if (name === null || name === undefined) return "UTC";
  try {
    // Intl also accepts offsets, such as +02:00.
    if (/^[A-Za-z]/.test(name))
      return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    // Refused below.
  }
  throw invalidField("timeZone", "must be the IANA name of a time zone, such as Europe/Berlin");
};

/** Builds the failure for a response that would have too many intervals. */
export const tooManyIntervals = () =>
  invalidField(
    "interval",
    `allows at most ${MAX_INTERVALS} intervals per entry, and ${MAX_ENTRY_INTERVALS} or 16 MiB in all entries; choose a longer interval, a shorter period, or fewer users or teams`,
  );

const STEPS = { day: { days: 1 }, week: { weeks: 1 }, month: { months: 1 } } as const;

const findFirstDay = (
  date: Temporal.PlainDate,
  unit: IntervalSelection["unit"],
): Temporal.PlainDate => {
  if (unit === "month") return date.with({ day: 1 });
  return unit === "week" ? date.subtract({ days: date.dayOfWeek - 1 }) : date;
};

/**
 * Lists the starts of the intervals from the one that contains `from` to the one that contains `to`, in milliseconds.
 * @throws INVALID_FIELD if there are more than `max`
 */
export const listIntervalStarts = (
  { unit, timeZone }: IntervalSelection,
  { from, to }: TimeRange,
  max = Infinity,
): number[] => {
  if (from > to) return [];
  const starts: number[] = [];
  const local = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone);
  let day = findFirstDay(local.toPlainDate(), unit);
  for (;;) {
    // The first instant of the local day, which isn't midnight where a clock skips midnight.
    const start = day.toZonedDateTime({ timeZone }).epochMilliseconds;
    if (start > to) return starts;
    // A clock set back over midnight shows the end of the day before again, after this day's start.
    if (start <= from) starts.length = 0;
    // A day that a zone skipped, such as 2011-12-30 in Apia, starts with the next one.
    if (start !== starts.at(-1)) starts.push(Math.max(start, MIN_START_MS));
    if (starts.length > max) throw tooManyIntervals();
    day = day.add(STEPS[unit]);
  }
};
