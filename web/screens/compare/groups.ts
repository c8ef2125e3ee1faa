import type { DayRange } from "../../lib/range.js";
import type { WeekCounts } from "../../lib/week-figures.js";
import type { CompareQuery } from "./compare.graphql.js";

type Entry = CompareQuery["stats"]["stats"][number];

/** What a comparison compares. */
export type Kind = "reps" | "teams" | "periods";

/** One of the things that are compared. */
export interface ComparedGroup {
  /** An e-mail, a team's id, or the name of a period. */
  id: string;
  name: string;
  counts: WeekCounts;
  intervals: { start: string; part: WeekCounts }[];
  period: DayRange;
  /** The filters of the list of its calls. */
  calls: Record<string, string>;
}

const buildGroup = (
  entry: Entry,
  period: DayRange,
  { id, name, filter }: { id: string; name: string; filter: Record<string, string> },
): ComparedGroup => ({
  id,
  name,
  counts: entry,
  intervals: (entry.intervals ?? []).map((interval) => ({
    start: interval.start,
    part: { ...interval, processQuestionBreakdown: [] },
  })),
  period,
  calls: { ...filter, ...period },
});

/** Builds a group for each entry, in the order in which they were chosen. */
export const buildGroups = (
  entries: readonly Entry[],
  chosen: readonly string[],
  period: DayRange,
): ComparedGroup[] =>
  chosen.flatMap((id) => {
    const entry = entries.find(({ email, teamId }) => (email ?? teamId) === id);
    if (!entry) return [];
    const filter: Record<string, string> =
      entry.email === null ? { teamId: id } : { userEmail: id };
    return buildGroup(entry, period, { id, name: entry.name, filter });
  });

/** Builds the group of a period: all users whom the viewer sees. */
export const buildPeriod = (
  id: string,
  name: string,
  entries: readonly Entry[],
  period: DayRange,
): ComparedGroup[] =>
  entries.slice(0, 1).map((entry) => buildGroup(entry, period, { id, name, filter: {} }));
