import type { StatBucketKey } from "../../db/stats/buckets.js";
import { ALL_TAGS, type FactRow } from "../../db/stats/facts.js";
import { addTallyText, createTally, type Tally } from "./tally.js";

/** The lengths of buckets in days. Each is a multiple of the one before. */
export const BUCKET_SPANS_DAYS = [1, 8, 64] as const;
export type BucketSpanDays = (typeof BUCKET_SPANS_DAYS)[number];

export const DAY_MS = 86_400_000;
/** Positions are microseconds. */
export const DAY_MICROSECONDS = DAY_MS * 1000;

/** Returns a text that is unique to the key. */
export const formatBucketKey = ({ templateId, span, day, userId }: StatBucketKey): string =>
  `${span} ${day} ${userId} ${templateId}`;

/** Tallies by bucket. */
export class StatBuckets {
  private readonly tallies = new Map<string, { key: StatBucketKey; tally: Tally }>();

  /** Returns the bucket's tally, to be added to. */
  tallyFor(key: StatBucketKey): Tally {
    const text = formatBucketKey(key);
    let entry = this.tallies.get(text);
    if (!entry) this.tallies.set(text, (entry = { key, tally: createTally() }));
    return entry.tally;
  }

  values(): Iterable<{ key: StatBucketKey; tally: Tally }> {
    return this.tallies.values();
  }

  /** Adds facts to their buckets, or subtracts them with -1. Counts a recording once, whatever its tags. */
  addFacts(facts: readonly FactRow[], spans: readonly BucketSpanDays[], sign: 1 | -1 = 1): void {
    for (const { tagNumber, position, userId, templateId, tally } of facts) {
      if (tagNumber !== ALL_TAGS) continue;
      const day = Math.floor(position / DAY_MICROSECONDS);
      for (const template of new Set(["", templateId ?? ""]))
        for (const span of spans)
          addTallyText(
            this.tallyFor({ templateId: template, span, day: day - (day % span), userId }),
            tally,
            sign,
          );
    }
  }
}
