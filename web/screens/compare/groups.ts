import type { DayRange } from "../../lib/range.js";
import { addDays, countDaysIncluded } from "../../lib/day-bounds.js";
import type { WeekCounts } from "../../lib/week-figures.js";
import type { CompareQuery } from "./compare.graphql.js";

type Entry = CompareQuery["stats"]["stats"][number];
type Interval = NonNullable<Entry["intervals"]>[number];

/** What a comparison compares. */
export type Kind = "reps" | "teams" | "periods";

/** One of the things that are compared. */
export interface ComparedGroup {
  /** An e-mail, a team's id, or the name of a period. */
  id: string;
  name: string;
  parts: WeekCounts[];
  /** The parts of each interval. */
  intervals: { start: string; parts: WeekCounts[] }[];
  /** The filters of the list of its calls. */
  calls: Record<string, string>;
}

const withoutQuestions = (interval: Interval): WeekCounts => ({
  ...interval,
  processQuestionBreakdown: [],
});

const listIntervals = (entries: readonly Entry[]): ComparedGroup["intervals"] => {
  const byStart = Map.groupBy(
    entries.flatMap(({ intervals }) => intervals ?? []),
    ({ start }) => start,
  );
  return [...byStart].map(([start, intervals]) => ({
    start,
    parts: intervals.map(withoutQuestions),
  }));
};

/** Builds a group for each entry, in the order in which they were chosen. */
export const buildGroups = (
  entries: readonly Entry[],
  chosen: readonly string[],
  { from, to }: DayRange,
): ComparedGroup[] =>
  chosen.flatMap((id) => {
    const entry = entries.find(({ email, teamId }) => (email ?? teamId) === id);
    if (!entry) return [];
    return {
      id,
      name: entry.name,
      parts: [entry],
      intervals: listIntervals([entry]),
      calls: { ...(entry.email === null ? { teamId: id } : { userEmail: id }), from, to },
    };
  });

/** Builds the group of a period: everyone whom the viewer sees. */
export const buildPeriod = (
  id: string,
  name: string,
  entries: readonly Entry[],
  { from, to }: DayRange,
): ComparedGroup => ({
  id,
  name,
  parts: [...entries],
  intervals: listIntervals(entries),
  calls: { from, to },
});

/** Returns as many days before these. */
export const findPeriodBefore = ({ from, to }: DayRange): DayRange => {
  const days = countDaysIncluded(from, to);
  return { from: addDays(from, -days), to: addDays(from, -1) };
};

const MAX_WEEKS = 26;
const DAYS_IN_WEEK = 7;
const MAX_DAYS = 14;

/** Chooses intervals that a chart has room for. */
export const chooseInterval = ({ from, to }: DayRange): "day" | "week" | "month" => {
  if (from === "" || to === "") return "month";
  const days = countDaysIncluded(from, to);
  if (days <= MAX_DAYS) return "day";
  return days > MAX_WEEKS * DAYS_IN_WEEK ? "month" : "week";
};
