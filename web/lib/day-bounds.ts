/** Returns the first instant of a day (2026-01-31) in the user's time zone, in ISO 8601. */
export const dayStart = (day: string): string => toInstant(day, "00:00:00.000");
/** Returns the last instant of a day in the user's time zone, in ISO 8601. */
export const dayEnd = (day: string): string => toInstant(day, "23:59:59.999");

// An invalid day goes to the server as it is; the server refuses it.
const toInstant = (day: string, time: string): string => {
  const date = new Date(`${day}T${time}`);
  return Number.isNaN(date.getTime()) ? day : date.toISOString();
};

const DAY_MS = 86_400_000;

/** Returns the day some days after another one: `addDays("2026-01-31", 1)` is "2026-02-01". */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Counts the days from one to another, both included. */
export const countDaysIncluded = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
