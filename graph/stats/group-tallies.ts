import type { Db } from "../../db/engine/connect.js";
import type { ReportGroup } from "./groups.js";
import {
  type IntervalSelection,
  listIntervalStarts,
  MAX_ENTRY_INTERVALS,
  tooManyIntervals,
} from "./intervals.js";
import type { TimeRange } from "./range.js";
import { addTallies, type TallyRead } from "./tallies.js";
import { addTally, addTallyText, createTally, type Tally } from "./tally.js";

/** What to read for the groups. `range`: the part of the selection's range with statistics. */
export interface GroupRead extends Omit<TallyRead, "bounds"> {
  groups: readonly ReportGroup[];
  range: TimeRange | undefined;
}

/** Tallies by the start of their interval, in milliseconds. */
export type IntervalTallies = Map<number, Tally>;

export const sumTallies = (tallies: Iterable<Tally>): Tally => {
  const sum = createTally();
  for (const tally of tallies) addTally(sum, tally);
  return sum;
};

/** Loads the tally of each group. */
export const loadGroupTallies = async (db: Db, read: GroupRead): Promise<Tally[]> => {
  const { groups, range } = read;
  const byUser = new Map<string, Tally>();
  if (range)
    await addTallies(db, { ...read, bounds: [range.from, range.to + 1] }, (row, _, sign) => {
      let sum = byUser.get(row.userId);
      if (!sum) byUser.set(row.userId, (sum = createTally()));
      addTallyText(sum, row.tally, sign);
    });
  return groups.map(({ userIds }) => sumTallies(userIds.flatMap((id) => [byUser.get(id) ?? []])));
};

/**
 * Loads the tallies of each group by interval. Adds rows to their groups at once: the tallies of all users by
 * interval could exceed the memory.
 * @throws INVALID_FIELD if there are more than MAX_ENTRY_INTERVALS tallies
 */
export const loadIntervalTallies = async (
  db: Db,
  read: GroupRead,
  interval: IntervalSelection,
): Promise<IntervalTallies[]> => {
  const { groups, range } = read;
  const byGroup = groups.map((): IntervalTallies => new Map());
  if (!range) return byGroup;
  const groupsByUser = new Map<string, IntervalTallies[]>();
  for (const [index, { userIds }] of groups.entries())
    for (const userId of userIds) {
      const own = groupsByUser.get(userId) ?? [];
      groupsByUser.set(userId, own);
      own.push(byGroup[index]!);
    }
  const starts = listIntervalStarts(interval, range);
  const bounds = [range.from, ...starts.slice(1), range.to + 1];
  let count = 0;
  await addTallies(db, { ...read, bounds }, ({ userId, tally }, part, sign) => {
    const start = starts[part]!;
    for (const tallies of groupsByUser.get(userId) ?? []) {
      let sum = tallies.get(start);
      if (!sum) {
        tallies.set(start, (sum = createTally()));
        count += 1;
        if (count > MAX_ENTRY_INTERVALS) throw tooManyIntervals();
      }
      addTallyText(sum, tally, sign);
    }
  });
  return byGroup;
};
