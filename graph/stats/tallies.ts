import type { Db } from "../../db/engine/connect.js";
import { checkRead } from "../../db/engine/read-limit.js";
import { ALL_TAGS } from "../../db/stats/facts.js";
import {
  type FactTally,
  findStatBucketBounds,
  loadUserTallies,
  loadFactTallies,
  type UserTally,
} from "../../db/stats/query.js";
import { DAY_MS, BUCKET_SPANS_DAYS } from "./buckets.js";
import { requireStatsFormat } from "./format.js";
import {
  type BucketPeriod,
  chunkRange,
  findPart,
  packRanges,
  splitParts,
  type TimeRange,
} from "./range.js";
import {
  createTagPredicate,
  type TagNumberSelection,
  resolveTagSelection,
  type TagSelection,
} from "./tag-filter.js";

/** The recordings to add up. */
export interface StatsSelection extends TagSelection {
  organizationId: string;
  /** Milliseconds since 1970. Both ends are included. */
  from?: number | undefined;
  to?: number | undefined;
  templateId?: string | undefined;
}

/** What to read of the selection. */
export interface TallyRead {
  selection: StatsSelection;
  /** Undefined: all users. */
  userIds: readonly string[] | undefined;
  userCount: number;
  /** The starts of adjacent parts of time, and the end of the last, excluded; within the data range. */
  bounds: readonly number[];
}

/** Adds a tally to a part of time, or subtracts it with -1. */
export type AddPartTally = (row: UserTally, part: number, sign: 1 | -1) => void;

const LONGEST_SPAN_DAYS = BUCKET_SPANS_DAYS.at(-1)!;
/** The days of facts in memory at a time. */
const CHUNK_DAYS = 8;
/** The buckets in memory at a time. */
const BUCKETS_PER_STATEMENT = 100_000;
/** The tallies that are added between two checks of the read's budget. */
const TALLIES_PER_CHECK = 1024;

/** Returns the part of the selection's range with statistics; undefined if there are none. */
export const resolveDataRange = async (
  db: Db,
  { organizationId, from = -Infinity, to = Infinity }: StatsSelection,
): Promise<TimeRange | undefined> => {
  const bounds = await findStatBucketBounds(db, organizationId, LONGEST_SPAN_DAYS);
  if (!bounds) return undefined;
  const range = {
    from: Math.max(from, bounds.first * DAY_MS),
    to: Math.min(to, (bounds.last + LONGEST_SPAN_DAYS) * DAY_MS - 1),
  };
  return range.from <= range.to ? range : undefined;
};

const visitRows = <Row>(db: Db, rows: readonly Row[], visit: (row: Row) => void): void => {
  for (const [index, row] of rows.entries()) {
    if (index % TALLIES_PER_CHECK === 0) checkRead(db);
    visit(row);
  }
};

const addBuckets = async (
  db: Db,
  { selection, userIds, userCount }: TallyRead,
  periods: readonly BucketPeriod[],
  add: AddPartTally,
  sign: 1 | -1,
): Promise<void> => {
  const { organizationId, templateId = "" } = selection;
  const count = Math.ceil(BUCKETS_PER_STATEMENT / Math.max(1, userCount));
  for (let start = 0; start < periods.length; start += count) {
    checkRead(db);
    const chunk = periods.slice(start, start + count);
    const rows = await loadUserTallies(db, organizationId, templateId, chunk, userIds);
    visitRows(db, rows, (row) => add(row, row.part, sign));
  }
};

/** Visits the facts under these tag numbers. `chunks`: the ranges of each statement. */
const visitFacts = async (
  db: Db,
  { selection: { organizationId, templateId }, userIds }: TallyRead,
  chunks: readonly TimeRange[][],
  { tagNumbers, others }: { tagNumbers: ReadonlySet<number>; others?: TagNumberSelection },
  visit: (row: FactTally, time: number) => void,
): Promise<void> => {
  const isCounted = createTagPredicate(tagNumbers, others ?? { included: [], excluded: new Set() });
  for (const chunk of chunks) {
    checkRead(db);
    const rows = await loadFactTallies(db, organizationId, {
      ranges: chunk.map(({ from, to }) => ({ from: from * 1000, to: to * 1000 + 999 })),
      tagNumbers: [...tagNumbers],
      templateId,
      userIds,
    });
    visitRows(db, rows.filter(isCounted), (row) => visit(row, Math.floor(row.position / 1000)));
  }
};

/**
 * Reads the fact of each selected recording, some days at a time. `read.bounds` has the start and the end of the time.
 */
export async function* readFactsByDays(
  db: Db,
  read: TallyRead,
): AsyncGenerator<{ range: TimeRange; facts: FactTally[] }> {
  const { selection, bounds } = read;
  await requireStatsFormat(db, selection.organizationId);
  const tags = await resolveTagSelection(db, selection.organizationId, selection);
  if (tags.included.some((numbers) => numbers.size === 0)) return;
  const [tagNumbers = new Set([ALL_TAGS]), ...included] = tags.included;
  const others = { included, excluded: tags.excluded };
  for (const range of chunkRange({ from: bounds[0]!, to: bounds.at(-1)! - 1 }, CHUNK_DAYS)) {
    const facts: FactTally[] = [];
    await visitFacts(db, read, [[range]], { tagNumbers, others }, (fact) => facts.push(fact));
    yield { range, facts };
  }
}

/** Adds buckets up, and moves the recordings between the bounds of parts and those of buckets. */
const addWholeParts = async (db: Db, read: TallyRead, add: AddPartTally): Promise<void> => {
  const { periods, bucketBounds, moved } = splitParts(read.bounds);
  await addBuckets(db, read, periods.added, add, 1);
  await addBuckets(db, read, periods.subtracted, add, -1);
  const chunks = packRanges(moved, CHUNK_DAYS);
  await visitFacts(db, read, chunks, { tagNumbers: new Set([ALL_TAGS]) }, (row, time) => {
    const [counted, part] = [findPart(bucketBounds, time), findPart(read.bounds, time)];
    if (counted === part) return;
    if (counted >= 0) add(row, counted, -1);
    if (part >= 0) add(row, part, 1);
  });
};

/** Adds up the selected recordings by part of time. */
export const addTallies = async (db: Db, read: TallyRead, add: AddPartTally): Promise<void> => {
  const { selection, bounds } = read;
  const { organizationId } = selection;
  await requireStatsFormat(db, organizationId);
  const { included, excluded } = await resolveTagSelection(db, organizationId, selection);
  if (included.some((numbers) => numbers.size === 0)) return;
  const chunks = chunkRange({ from: bounds[0]!, to: bounds.at(-1)! - 1 }, CHUNK_DAYS);
  const addFacts = async (tags: Parameters<typeof visitFacts>[3], sign: 1 | -1): Promise<void> =>
    visitFacts(
      db,
      read,
      chunks.map((chunk) => [chunk]),
      tags,
      (row, time) => add(row, findPart(bounds, time), sign),
    );
  const [tagNumbers, ...others] = included;
  if (tagNumbers) return addFacts({ tagNumbers, others: { included: others, excluded } }, 1);
  await addWholeParts(db, read, add);
  if (excluded.size > 0) await addFacts({ tagNumbers: excluded }, -1);
};
