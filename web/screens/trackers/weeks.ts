import { dayStart } from "../../lib/day-bounds.js";
import { addDaysToToday } from "../../lib/range.js";
import type { TrackedCalls } from "./types.js";

export const WEEKS = 12;
export const DAY_MS = 24 * 60 * 60_000;
const WEEK_MS = 7 * DAY_MS;

/** Returns the day from which calls are counted, as the filter of the recordings has it. The last week ends today. */
export const firstDay = (): string => addDaysToToday(1 - 7 * WEEKS);

/** Returns the calls of each week, the oldest first. */
export const sumByWeek = (counts: readonly Pick<TrackedCalls, "weeks">[]): number[] => {
  const start = Date.parse(dayStart(firstDay()));
  const sums = Array.from({ length: WEEKS }, () => 0);
  for (const { from, calls } of counts.flatMap(({ weeks }) => weeks)) {
    // The day may have changed since the calls were counted.
    const week = Math.min(Math.max(Math.round((Date.parse(from) - start) / WEEK_MS), 0), WEEKS - 1);
    sums[week]! += calls;
  }
  return sums;
};
