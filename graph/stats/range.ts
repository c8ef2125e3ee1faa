import { DAY_MS, BUCKET_SPANS_DAYS } from "./buckets.js";

/** Milliseconds since 1970. Both ends are included. */
export interface TimeRange {
  from: number;
  to: number;
}

type BucketPeriod = [span: number, day: number];

/** Whole days as buckets (span and first day) to add and to subtract. */
export interface BucketPeriods {
  added: BucketPeriod[];
  subtracted: BucketPeriod[];
}

/** How a range is read: whole days from buckets, parts of days from facts. */
export interface SplitRange {
  periods: BucketPeriods;
  remainders: TimeRange[];
}

const listPeriods = (span: number, from: number, to: number): BucketPeriod[] =>
  Array.from({ length: Math.max(0, (to - from) / span) }, (_, index) => [
    span,
    from + index * span,
  ]);

/**
 * Splits the days from `from` to before `to` into few buckets. Tallies are integers, so a long bucket minus short
 * ones is exact: each end moves to the nearest end of a longer bucket.
 */
const splitIntoPeriods = (from: number, to: number): BucketPeriods => {
  const periods: BucketPeriods = { added: [], subtracted: [] };
  let [start, end] = [from, to];
  for (const [index, span] of BUCKET_SPANS_DAYS.entries()) {
    const longer = BUCKET_SPANS_DAYS[index + 1] ?? Infinity;
    const nearest = (day: number): number => Math.round(day / longer) * longer;
    const [first, last] = [nearest(start), nearest(end)];
    if (!(first < last)) {
      periods.added.push(...listPeriods(span, start, end));
      break;
    }
    periods.added.push(...listPeriods(span, start, first), ...listPeriods(span, last, end));
    periods.subtracted.push(...listPeriods(span, first, start), ...listPeriods(span, end, last));
    [start, end] = [first, last];
  }
  return periods;
};

/** Splits a range into whole days and the parts of days at its ends. */
export const splitRange = ({ from, to }: TimeRange): SplitRange => {
  const first = Math.ceil(from / DAY_MS);
  const end = Math.floor((to + 1) / DAY_MS);
  if (first > end)
    return { periods: splitIntoPeriods(end, end), remainders: from <= to ? [{ from, to }] : [] };
  return {
    periods: splitIntoPeriods(first, end),
    remainders: [
      { from, to: first * DAY_MS - 1 },
      { from: end * DAY_MS, to },
    ].filter((remainder) => remainder.from <= remainder.to),
  };
};

/** Splits a range into chunks of at most `days`. */
export const chunkRange = ({ from, to }: TimeRange, days: number): TimeRange[] => {
  const chunks: TimeRange[] = [];
  for (let start = from; start <= to; start += days * DAY_MS)
    chunks.push({ from: start, to: Math.min(to, start + days * DAY_MS - 1) });
  return chunks;
};
