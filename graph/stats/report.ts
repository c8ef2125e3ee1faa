import type { Db } from "../../db/engine/connect.js";
import { checkRead } from "../../db/engine/read-limit.js";
import { loadStatNames } from "../../db/stats/query.js";
import { toNameNumber } from "./facts.js";
import { buildStatEntry, StatNameIndex } from "./entries.js";
import {
  type GroupRead,
  type IntervalTallies,
  loadGroupTallies,
  loadIntervalTallies,
  sumTallies,
} from "./group-tallies.js";
import {
  buildGroups,
  type GroupQuery,
  loadReportPeople,
  type ReportGroup,
  type ReportPeople,
} from "./groups.js";
import {
  type IntervalSelection,
  listIntervalStarts,
  MAX_ENTRY_INTERVALS,
  MAX_INTERVALS,
  MAX_INTERVALS_LENGTH,
  tooManyIntervals,
} from "./intervals.js";
import { resolveDataRange, type StatsSelection } from "./tallies.js";
import { createTally, listNameCounts, sumOf, type Tally } from "./tally.js";
import { Failure } from "../core/errors.js";
import type { LongQuery, LongRead } from "../core/long-reads.js";

/** A query for statistics. An empty list doesn't restrict it. */
export interface StatsQuery extends StatsSelection, GroupQuery, LongQuery {
  /** Divides each entry. */
  interval?: IntervalSelection | undefined;
}

type StatNumbers = ReturnType<typeof buildStatEntry>;

export interface StatsResult {
  stats: (Pick<ReportGroup, "email" | "teamId" | "name"> &
    StatNumbers & {
      /** A list of `start` and StatNumbers; null without an interval. A text passes between threads at once. */
      intervalsJson: string | null;
    })[];
  errors: { type: string; value: string }[];
}

/** What an entry is built from. */
interface GroupSum {
  group: ReportGroup;
  sum: Tally;
  /** Undefined without an interval. */
  byStart?: IntervalTallies;
}

/** Refuses too many intervals before the tallies are read. @throws INVALID_FIELD */
const validateIntervalCount = (
  { interval, from, to }: StatsQuery,
  groups: readonly ReportGroup[],
): void => {
  if (!interval || from === undefined || to === undefined) return;
  const starts = listIntervalStarts(interval, { from, to }, MAX_INTERVALS);
  const entries = groups.filter(({ isOptional }) => !isOptional).length;
  if (starts.length * entries > MAX_ENTRY_INTERVALS) throw tooManyIntervals();
};

/** Loads the sums of the groups that have an entry. */
const loadGroupSums = async (
  db: Db,
  read: GroupRead,
  interval: IntervalSelection | undefined,
): Promise<GroupSum[]> => {
  const { groups } = read;
  const byGroup = interval && (await loadIntervalTallies(db, read, interval));
  const tallies = byGroup
    ? byGroup.map((byStart) => ({ sum: sumTallies(byStart.values()), byStart }))
    : (await loadGroupTallies(db, read)).map((sum) => ({ sum }));
  return groups
    .map((group, index) => ({ group, ...tallies[index]! }))
    .filter(({ group, sum }) => !group.isOptional || sumOf(sum, "recordings") > 0);
};

/** Lists the starts of the intervals that every entry has. @throws INVALID_FIELD if there are too many */
const listSharedStarts = (
  interval: IntervalSelection,
  { from, to }: StatsQuery,
  sums: readonly GroupSum[],
): number[] => {
  let [first, last] = [Infinity, -Infinity];
  for (const { byStart } of sums)
    for (const [start, tally] of byStart ?? [])
      if (sumOf(tally, "recordings") > 0)
        [first, last] = [Math.min(first, start), Math.max(last, start)];
  if (first > last && (from === undefined || to === undefined)) return [];
  // The last interval with data may have started before `from`.
  const range = { from: from ?? first, to: to ?? Math.max(last, from ?? last) };
  const starts = listIntervalStarts(interval, range, MAX_INTERVALS);
  if (starts.length * sums.length > MAX_ENTRY_INTERVALS) throw tooManyIntervals();
  return starts;
};

const NO_RECORDINGS = createTally();

const buildEntries = async (
  db: Db,
  query: StatsQuery,
  sums: readonly GroupSum[],
): Promise<StatsResult["stats"]> => {
  const { organizationId, interval } = query;
  const starts = interval && listSharedStarts(interval, query, sums);
  const numbers = new Set(
    sums.flatMap(({ sum }) => listNameCounts(sum).map(([key]) => toNameNumber(key))),
  );
  const names = new StatNameIndex(await loadStatNames(db, organizationId, [...numbers]));
  let length = 0;
  return sums.map(({ group: { email, teamId, name }, sum, byStart }) => {
    checkRead(db);
    const buildInterval = (start: number) => ({
      start,
      ...buildStatEntry(byStart?.get(start) ?? NO_RECORDINGS, names),
    });
    const intervalsJson = starts ? JSON.stringify(starts.map(buildInterval)) : null;
    length += intervalsJson?.length ?? 0;
    if (length > MAX_INTERVALS_LENGTH) throw tooManyIntervals();
    return { email, teamId, name, ...buildStatEntry(sum, names), intervalsJson };
  });
};

/** Returns which tallies to read for the groups of the query; undefined if there are none. */
export const prepareGroupRead = async (
  db: Db,
  query: StatsSelection & GroupQuery,
  people: ReportPeople,
): Promise<GroupRead | undefined> => {
  const groups = buildGroups(people, query);
  const groupUserIds = [...new Set(groups.flatMap((group) => group.userIds))];
  const isEveryUser = query.groupBy !== "team" && groupUserIds.length === people.users.length;
  if (groups.length === 0 && !isEveryUser) return undefined;
  return {
    selection: query,
    groups,
    userIds: isEveryUser ? undefined : groupUserIds,
    userCount: groupUserIds.length,
    // The empty id marks the buckets over all templates; no template has it.
    range: query.templateId === "" ? undefined : await resolveDataRange(db, query),
  };
};

/** Loads the statistics. `db` should be a snapshot, so that the figures agree with each other. */
export const loadStatsReport = async (db: Db, query: StatsQuery): Promise<StatsResult> => {
  const people = await loadReportPeople(db, query);
  const errors = people.unknownEmails.map((value) => ({ type: "email_not_found", value }));
  const read = await prepareGroupRead(db, query, people);
  if (!read) return { stats: [], errors };
  validateIntervalCount(query, read.groups);
  const sums = await loadGroupSums(db, read, query.interval);
  return { stats: await buildEntries(db, query, sums), errors };
};

export const statsRead: LongRead<StatsQuery, StatsResult> = {
  name: "stats",
  load: loadStatsReport,
  buildFailure: () =>
    new Failure(
      "UNAVAILABLE",
      "The statistics need too much work; request a shorter period, or fewer users and tags",
    ),
};
