/** Returns the first instant of a day (2026-01-31) in the user's time zone, in ISO 8601. */
export const dayStart = (day: string): string => toInstant(day, "00:00:00.000");
/** Returns the last instant of a day in the user's time zone, in ISO 8601. */
export const dayEnd = (day: string): string => toInstant(day, "23:59:59.999");

// An invalid day goes to the server as it is; the server refuses it.
const toInstant = (day: string, time: string): string => {
  const date = new Date(`${day}T${time}`);
  return Number.isNaN(date.getTime()) ? day : date.toISOString();
};
