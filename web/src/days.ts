/** The first instant of a day (2026-01-31) in the reader's time zone, as the server reads it. */
export const dayStart = (day: string): string => at(day, "00:00:00.000");
/** The last instant of a day. */
export const dayEnd = (day: string): string => at(day, "23:59:59.999");

// What is no day is the server's to refuse.
const at = (day: string, time: string): string => {
  const date = new Date(`${day}T${time}`);
  return Number.isNaN(date.getTime()) ? day : date.toISOString();
};
