import type { Db } from "../../db/engine/connect.js";
import { checkRead } from "../../db/engine/read-limit.js";
import { ALL_TAGS } from "../../db/stats/facts.js";
import {
  findStatBucketBounds,
  loadUserTallies,
  loadFactTallies,
  type UserTally,
} from "../../db/stats/query.js";
import { DAY_MS, BUCKET_SPANS_DAYS } from "./buckets.js";
import { requireStatsFormat } from "./format.js";
import { splitRange, type BucketPeriods, chunkRange, type TimeRange } from "./range.js";
import {
  createTagPredicate,
  type TagNumberSelection,
  resolveTagSelection,
  type TagSelection,
} from "./tag-filter.js";
import { addTallyText, createTally, type Tally } from "./tally.js";

/** The recordings to add up. */
export interface StatsSelection extends TagSelection {
  organizationId: string;
  /** Milliseconds since 1970. Both ends are included. */
  from?: number | undefined;
  to?: number | undefined;
  templateId?: string | undefined;
}

const LONGEST_SPAN_DAYS = BUCKET_SPANS_DAYS.at(-1)!;
/** The days of facts in memory at a time. */
const CHUNK_DAYS = 8;
/** The tallies that are added between two checks of the read's budget. */
const TALLIES_PER_CHECK = 1024;

/** Returns the part of the selection's range with statistics; undefined if there are none. */
const resolveDataRange = async (
  db: Db,
  selection: StatsSelection,
): Promise<TimeRange | undefined> => {
  const { organizationId, from = -Infinity, to = Infinity } = selection;
  const bounds = await findStatBucketBounds(db, organizationId, LONGEST_SPAN_DAYS);
  if (!bounds) return undefined;
  return {
    from: Math.max(from, bounds.first * DAY_MS),
    to: Math.min(to, (bounds.last + LONGEST_SPAN_DAYS) * DAY_MS - 1),
  };
};

/** Adds up the selected recordings by user. `userIds` undefined: all users. */
export const loadTallies = async (
  db: Db,
  selection: StatsSelection,
  userIds: readonly string[] | undefined,
): Promise<Map<string, Tally>> => {
  const { organizationId, templateId } = selection;
  const tallies = new Map<string, Tally>();
  const add = (rows: readonly UserTally[], sign: 1 | -1 = 1): void => {
    for (const [index, { userId, tally }] of rows.entries()) {
      if (index % TALLIES_PER_CHECK === 0) checkRead(db);
      let sum = tallies.get(userId);
      if (!sum) tallies.set(userId, (sum = createTally()));
      addTallyText(sum, tally, sign);
    }
  };
  const addFacts = async (
    range: TimeRange,
    tagNumbers: ReadonlySet<number>,
    otherTags: TagNumberSelection = { included: [], excluded: new Set() },
    sign: 1 | -1 = 1,
  ): Promise<void> => {
    const isCounted = createTagPredicate(tagNumbers, otherTags);
    for (const { from, to } of chunkRange(range, CHUNK_DAYS)) {
      checkRead(db);
      const search = {
        from: from * 1000,
        to: to * 1000 + 999,
        tagNumbers: [...tagNumbers],
        templateId,
        userIds,
      };
      add((await loadFactTallies(db, organizationId, search)).filter(isCounted), sign);
    }
  };

  // The empty id marks the buckets over all templates; no template has it.
  const range = templateId === "" ? undefined : await resolveDataRange(db, selection);
  if (!range) return tallies;
  await requireStatsFormat(db, organizationId);
  const { included, excluded } = await resolveTagSelection(db, organizationId, selection);
  if (included.some((numbers) => numbers.size === 0)) return tallies;
  const [tagNumbers, ...others] = included;
  if (tagNumbers) {
    await addFacts(range, tagNumbers, { included: others, excluded });
    return tallies;
  }
  const { periods, remainders } = splitRange(range);
  const loadBuckets = async (list: BucketPeriods["added"]): Promise<UserTally[]> =>
    list.length > 0 ? loadUserTallies(db, organizationId, templateId ?? "", list, userIds) : [];
  add(await loadBuckets(periods.added));
  add(await loadBuckets(periods.subtracted), -1);
  for (const remainder of remainders) await addFacts(remainder, new Set([ALL_TAGS]));
  if (excluded.size > 0) await addFacts(range, excluded, undefined, -1);
  return tallies;
};
