import type { Db } from "../../db/engine/connect.js";
import {
  type StatBucketKey,
  type StatBucketRow,
  loadStatBuckets,
  deleteStatBuckets,
  upsertStatBuckets,
} from "../../db/stats/buckets.js";
import {
  ALL_TAGS,
  deleteFacts,
  type FactRow,
  loadFactsAt,
  upsertFacts,
} from "../../db/stats/facts.js";
import { deleteUnusedStatNames, insertStatNames } from "../../db/stats/names.js";
import { StatBuckets, formatBucketKey, BUCKET_SPANS_DAYS } from "./buckets.js";
import { requireStatsFormat } from "./format.js";
import { computeFacts, toNameNumber } from "./facts.js";
import { addTallyText, isEmptyTally, parseTallyKeys, formatTally } from "./tally.js";

/** Returns a function that stores numbers for new names. */
export const createNameNumberer =
  (trx: Db, organizationId: string) =>
  async (keys: string[]): Promise<Map<string, number>> =>
    insertStatNames(trx, organizationId, keys);

/** Adds changes to the stored buckets. */
const applyToBuckets = async (
  trx: Db,
  organizationId: string,
  changes: StatBuckets,
): Promise<void> => {
  const changedBuckets = [...changes.values()].filter(({ tally }) => !isEmptyTally(tally));
  if (changedBuckets.length === 0) return;
  const keys = changedBuckets.map(({ key }) => key);
  const before = new Map(
    (await loadStatBuckets(trx, organizationId, keys)).map((bucket) => [
      formatBucketKey(bucket),
      bucket.tally,
    ]),
  );
  const updated: StatBucketRow[] = [];
  const emptied: StatBucketKey[] = [];
  for (const { key, tally } of changedBuckets) {
    addTallyText(tally, before.get(formatBucketKey(key)) ?? "");
    if (isEmptyTally(tally)) emptied.push(key);
    else updated.push({ ...key, tally: formatTally(tally) });
  }
  await upsertStatBuckets(trx, organizationId, updated);
  await deleteStatBuckets(trx, organizationId, emptied);
};

const collectNumbers = (facts: readonly FactRow[]): Set<number> =>
  new Set(facts.flatMap(({ tally }) => parseTallyKeys(tally).map(toNameNumber)));

/** Returns the possible storage keys of a recording's fact: ALL_TAGS and every name in its tally. */
const buildFactKeys = (fact: FactRow): Pick<FactRow, "tagNumber" | "position">[] =>
  [ALL_TAGS, ...collectNumbers([fact])].map((tagNumber) => ({
    tagNumber,
    position: fact.position,
  }));

/**
 * Runs a change of recordings and updates their facts and buckets in the same transaction. Required for every change
 * that affects a processed recording's statistics. Inside `write`.
 * @throws UnavailableError if the statistics are stored in another format
 */
export const withStatsUpdated = async <T>(
  trx: Db,
  organizationId: string,
  recordings: readonly { id: string; position: number }[],
  change: () => Promise<T>,
): Promise<T> => {
  const positions = recordings.map(({ position }) => position);
  const before = await loadFactsAt(trx, organizationId, positions);
  const result = await change();
  const ids = recordings.map(({ id }) => id);
  const after = await computeFacts(
    trx,
    organizationId,
    ids,
    createNameNumberer(trx, organizationId),
  );
  // Most recordings aren't processed yet, and don't affect the statistics.
  if (before.length + after.length === 0) return result;
  await requireStatsFormat(trx, organizationId);
  const changes = new StatBuckets();
  changes.addFacts(before, BUCKET_SPANS_DAYS, -1);
  changes.addFacts(after, BUCKET_SPANS_DAYS);
  await deleteFacts(trx, organizationId, before.flatMap(buildFactKeys));
  await upsertFacts(trx, organizationId, after);
  await applyToBuckets(trx, organizationId, changes);
  if (before.length > 0) {
    const used = collectNumbers(after);
    const unused = [...collectNumbers(before)].filter((number) => !used.has(number));
    if (unused.length > 0) await deleteUnusedStatNames(trx, organizationId, unused);
  }
  return result;
};
