import { DAY_MS, BUCKET_SPANS_DAYS } from "./buckets.js";

/** Milliseconds since 1970. Both ends are included. */
export interface TimeRange {
  from: number;
  to: number;
}

/** A bucket's span and first day, and the number of the part that it belongs to. */
export type BucketPeriod = [span: number, day: number, part: number];

/** Whole days as buckets to add and to subtract. */
interface BucketPeriods {
  added: BucketPeriod[];
  subtracted: BucketPeriod[];
}

/**
 * How adjacent parts of time are read: from buckets as if each bound were at the nearest day's start, and the
 * recordings in between from facts.
 */
interface SplitParts {
  periods: BucketPeriods;
  /** The bounds of the buckets, in milliseconds. */
  bucketBounds: number[];
  /** The times whose recordings are in another part than their bucket, in order and apart. */
  moved: TimeRange[];
}

const listPeriods = (span: number, from: number, to: number, part: number): BucketPeriod[] =>
  Array.from({ length: Math.max(0, (to - from) / span) }, (_, index) => [
    span,
    from + index * span,
    part,
  ]);

/**
 * Splits the days from `from` to before `to` into few buckets. Tallies are integers, so a long bucket minus short
 * ones is exact: each end moves to the nearest end of a longer bucket.
 */
const addPeriods = (periods: BucketPeriods, from: number, to: number, part: number): void => {
  let [start, end] = [from, to];
  for (const [index, span] of BUCKET_SPANS_DAYS.entries()) {
    const longer = BUCKET_SPANS_DAYS[index + 1] ?? Infinity;
    const nearest = (day: number): number => Math.round(day / longer) * longer;
    const [first, last] = [nearest(start), nearest(end)];
    if (!(first < last)) {
      periods.added.push(...listPeriods(span, start, end, part));
      break;
    }
    periods.added.push(
      ...listPeriods(span, start, first, part),
      ...listPeriods(span, last, end, part),
    );
    periods.subtracted.push(
      ...listPeriods(span, first, start, part),
      ...listPeriods(span, end, last, part),
    );
    [start, end] = [first, last];
  }
};

/** Merges ranges that overlap. They must be in the order of their ends. */
const mergeRanges = (ranges: readonly TimeRange[]): TimeRange[] => {
  const merged: TimeRange[] = [];
  for (const range of ranges) {
    let { from } = range;
    while (merged.length > 0 && merged.at(-1)!.to >= from)
      from = Math.min(from, merged.pop()!.from);
    merged.push({ from, to: range.to });
  }
  return merged;
};

/** Splits parts of time. `bounds`, in ascending order: the start of each part, and the end of the last, excluded. */
export const splitParts = (bounds: readonly number[]): SplitParts => {
  const days = bounds.map((bound) => Math.round(bound / DAY_MS));
  const periods: BucketPeriods = { added: [], subtracted: [] };
  for (const [part, day] of days.slice(0, -1).entries())
    addPeriods(periods, day, days[part + 1]!, part);
  const bucketBounds = days.map((day) => day * DAY_MS);
  const moved = bounds
    .map((bound, index) => ({
      from: Math.min(bound, bucketBounds[index]!),
      to: Math.max(bound, bucketBounds[index]!) - 1,
    }))
    .filter(({ from, to }) => from <= to)
    .toSorted((a, b) => a.to - b.to);
  return { periods, bucketBounds, moved: mergeRanges(moved) };
};

/** Binary search: returns the part that contains a time; -1 outside the bounds. */
export const findPart = (bounds: readonly number[], time: number): number => {
  let [low, high] = [0, bounds.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (bounds[middle]! <= time) low = middle + 1;
    else high = middle;
  }
  return low < bounds.length ? low - 1 : -1;
};

/** Splits a range into chunks of at most `days`. */
export const chunkRange = ({ from, to }: TimeRange, days: number): TimeRange[] => {
  const chunks: TimeRange[] = [];
  for (let start = from; start <= to; start += days * DAY_MS)
    chunks.push({ from: start, to: Math.min(to, start + days * DAY_MS - 1) });
  return chunks;
};

/** Groups short ranges into lists of at most `days` together. */
export const packRanges = (ranges: readonly TimeRange[], days: number): TimeRange[][] => {
  const packs: TimeRange[][] = [];
  let free = 0;
  for (const range of ranges) {
    const length = range.to - range.from + 1;
    if (packs.length === 0 || length > free) {
      packs.push([]);
      free = days * DAY_MS;
    }
    packs.at(-1)!.push(range);
    free -= length;
  }
  return packs;
};
