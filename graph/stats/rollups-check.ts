import type { Db } from "../../db/engine/connect.js";
import { findNextStatsDay, listProcessedRecordings } from "../../db/stats/fact-sources.js";
import { snapshot } from "../../db/engine/snapshot.js";
import {
  loadStatBucketsOfPeriod,
  deleteStatBuckets,
  upsertStatBuckets,
} from "../../db/stats/buckets.js";
import {
  deleteFacts,
  loadFactsInRange,
  listFactTagNumbers,
  upsertFacts,
} from "../../db/stats/facts.js";
import { write } from "../../db/engine/write.js";
import {
  StatBuckets,
  formatBucketKey,
  DAY_MICROSECONDS,
  type BucketSpanDays,
  BUCKET_SPANS_DAYS,
} from "./buckets.js";
import { computeFacts } from "./facts.js";
import { createNameNumberer } from "./rollups.js";
import { addTally, formatTally } from "./tally.js";

const BATCH_RECORDINGS = 1000;
/** Numbers for unknown names in a check without repair. No stored tally has them. */
const FIRST_UNKNOWN_NUMBER = 1_000_000_000;

export interface RollupDrift {
  /** The number of recordings with wrong facts. */
  recordings: number;
  /** The number of wrong buckets. */
  buckets: number;
}

/** Checks one period of an organization, and corrects it if `repair` is set. */
class RollupCheck {
  readonly drift: RollupDrift = { recordings: 0, buckets: 0 };

  constructor(
    private readonly db: Db,
    private readonly organizationId: string,
    /** The number of every tag that has facts. */
    private readonly tagNumbers: readonly number[],
    private readonly repair: boolean,
  ) {}

  private readonly unknownNames = new Map<string, number>();

  private readonly assignNumbers = async (keys: string[]): Promise<Map<string, number>> => {
    if (this.repair) return createNameNumberer(this.db, this.organizationId)(keys);
    for (const key of keys)
      if (!this.unknownNames.has(key))
        this.unknownNames.set(key, FIRST_UNKNOWN_NUMBER + this.unknownNames.size);
    return this.unknownNames;
  };

  /** Checks a batch of a day's facts and adds them to `sums`. Returns the position after the batch. */
  private async checkFacts(from: number, to: number, sums: StatBuckets): Promise<number> {
    const { db, organizationId } = this;
    const recordings = await listProcessedRecordings(
      db,
      organizationId,
      from,
      to,
      BATCH_RECORDINGS,
    );
    const last = recordings.length < BATCH_RECORDINGS ? to : recordings.at(-1)!.position;
    const facts = await loadFactsInRange(db, organizationId, this.tagNumbers, from, last);
    const stored = new Map(facts.map((fact) => [JSON.stringify(fact), fact]));
    const ids = recordings.map(({ id }) => id);
    const expected = await computeFacts(db, organizationId, ids, this.assignNumbers);
    sums.addFacts(expected, [1]);
    const missing = expected.filter((fact) => !stored.delete(JSON.stringify(fact)));
    const wrong = [...stored.values()];
    this.drift.recordings += new Set([...missing, ...wrong].map(({ position }) => position)).size;
    if (this.repair) {
      await deleteFacts(db, organizationId, wrong);
      await upsertFacts(db, organizationId, missing);
    }
    return last + 1;
  }

  private async hasData(day: number, end: number): Promise<boolean> {
    return (
      (await findNextStatsDay(
        this.db,
        this.organizationId,
        this.tagNumbers,
        day,
        DAY_MICROSECONDS,
      )) < end
    );
  }

  /** Computes the buckets of a span from the rows and compares them with the stored ones. */
  async checkSpan(span: BucketSpanDays, day: number): Promise<StatBuckets> {
    const sums = new StatBuckets();
    const shorter = BUCKET_SPANS_DAYS[BUCKET_SPANS_DAYS.indexOf(span) - 1];
    if (shorter === undefined) {
      const end = (day + 1) * DAY_MICROSECONDS - 1;
      for (let from = day * DAY_MICROSECONDS; from <= end;)
        from = await this.checkFacts(from, end, sums);
    } else if (await this.hasData(day, day + span))
      for (let start = day; start < day + span; start += shorter)
        for (const { key, tally } of (await this.checkSpan(shorter, start)).values())
          addTally(sums.tallyFor({ ...key, span, day }), tally);
    await this.compare(span, day, sums);
    return sums;
  }

  private async compare(span: BucketSpanDays, day: number, sums: StatBuckets): Promise<void> {
    const { db, organizationId } = this;
    const stored = new Map(
      (await loadStatBucketsOfPeriod(db, organizationId, span, day)).map((bucket) => [
        formatBucketKey(bucket),
        bucket,
      ]),
    );
    const wrong = [];
    for (const { key, tally } of sums.values()) {
      const text = formatTally(tally);
      if (stored.get(formatBucketKey(key))?.tally !== text) wrong.push({ ...key, tally: text });
      stored.delete(formatBucketKey(key));
    }
    this.drift.buckets += wrong.length + stored.size;
    if (!this.repair) return;
    await deleteStatBuckets(db, organizationId, [...stored.values()]);
    await upsertStatBuckets(db, organizationId, wrong);
  }
}

const LONGEST_SPAN_DAYS = BUCKET_SPANS_DAYS.at(-1)!;

/** Returns the first day of the next 64 days, from this day on, with recordings or statistics; else Infinity. */
export const findNextPeriod = async (
  db: Db,
  organizationId: string,
  from: number,
): Promise<number> => {
  const tagNumbers = await listFactTagNumbers(db, organizationId);
  const found = await findNextStatsDay(db, organizationId, tagNumbers, from, DAY_MICROSECONDS);
  return found - (found % LONGEST_SPAN_DAYS);
};

/** Compares the 64 days from `day` on; with `repair` corrects them. Inside `write` or `snapshot`. */
export const checkPeriod = async (
  trx: Db,
  organizationId: string,
  day: number,
  repair: boolean,
): Promise<RollupDrift> => {
  const tagNumbers = await listFactTagNumbers(trx, organizationId);
  const check = new RollupCheck(trx, organizationId, tagNumbers, repair);
  await check.checkSpan(LONGEST_SPAN_DAYS, day);
  return check.drift;
};

/** Returns the day after a period. */
export const endOfPeriod = (day: number): number => day + LONGEST_SPAN_DAYS;

/**
 * Compares an organization's stored statistics with its rows, 64 days at a time, each in a snapshot; with `repair`
 * corrects them, 64 days in a transaction. Expects statistics of this program's format.
 */
export const checkRollups = async (
  db: Db,
  organizationId: string,
  repair: boolean,
): Promise<RollupDrift> => {
  const drift: RollupDrift = { recordings: 0, buckets: 0 };
  let day = await findNextPeriod(db, organizationId, 0);
  while (Number.isFinite(day)) {
    const start = day;
    const check = async (trx: Db) => checkPeriod(trx, organizationId, start, repair);
    const found = await (repair ? write(db, organizationId, check) : snapshot(db, check));
    drift.recordings += found.recordings;
    drift.buckets += found.buckets;
    day = await findNextPeriod(db, organizationId, endOfPeriod(day));
  }
  return drift;
};
