import type { DayRange } from "../../lib/range.js";
import type { WeekCounts } from "../../lib/week-figures.js";
import type { CompareQuery } from "./compare.graphql.js";

type Entry = CompareQuery["stats"]["stats"][number];

/** What a comparison compares. */
export type Kind = "reps" | "teams" | "periods";

/** More lines than these would be hard to tell apart. */
export const MAX_GROUPS = 5;

/** A user or team that can be compared. */
export interface Choice {
  id: string;
  /** Unlike all others. */
  name: string;
  calls: number;
}

/** One of the things that are compared. */
export interface ComparedGroup {
  /** An e-mail, a team's id, or the name of a period. */
  id: string;
  name: string;
  /** The class of its colour and dashes: no two groups look alike, in grey print either. */
  style: string;
  counts: WeekCounts;
  intervals: { start: string; part: WeekCounts }[];
  period: DayRange;
  /** The filters of the list of its calls. */
  calls: Record<string, string>;
}

const buildGroup = (
  entry: Entry,
  { from, to }: DayRange,
  {
    filter,
    ...group
  }: Pick<ComparedGroup, "id" | "name" | "style"> & { filter: Record<string, string> },
): ComparedGroup => ({
  ...group,
  counts: entry,
  intervals: (entry.intervals ?? []).map((interval) => ({
    start: interval.start,
    part: { ...interval, processQuestionBreakdown: [] },
  })),
  period: { from, to },
  calls: { ...filter, from, to },
});

/** Builds a group for each entry, in the order in which they were chosen. */
export const buildGroups = (
  entries: readonly Entry[],
  chosen: readonly Choice[],
  places: ReadonlyMap<string, number>,
  period: DayRange,
): ComparedGroup[] =>
  chosen.flatMap(({ id, name }) => {
    const entry = entries.find(({ email, teamId }) => (email ?? teamId) === id);
    if (!entry) return [];
    const filter: Record<string, string> =
      entry.email === null ? { teamId: id } : { userEmail: id };
    const style = `series-${places.get(id)! + 1}`;
    return buildGroup(entry, period, { id, name, style, filter });
  });

/** Builds the group of a period: all users whom the viewer sees. */
export const buildPeriod = (
  id: "now" | "before",
  name: string,
  entries: readonly Entry[],
  period: DayRange,
): ComparedGroup[] =>
  entries.slice(0, 1).map((entry) => {
    const style = id === "before" ? "series-before" : "series-1";
    return buildGroup(entry, period, { id, name, style, filter: {} });
  });
