import { DAY_MS, SPANS } from "./cells.js";

/** Milliseconds since 1970, both included. */
export interface Range {
  from: number;
  to: number;
}

type Period = [span: number, day: number];

/** Whole days as cells, each a span and its first day: those that are added, less those that are taken away. */
export interface Periods {
  added: Period[];
  taken: Period[];
}

/** How a range is read: whole days from cells, and parts of days. */
export interface Parts {
  periods: Periods;
  rests: Range[];
}

const periodsBetween = (span: number, from: number, to: number): Period[] =>
  Array.from({ length: Math.max(0, (to - from) / span) }, (_, index) => [
    span,
    from + index * span,
  ]);

/**
 * The days from one to before another in few aligned cells. What is counted are whole numbers, so a long
 * cell less some short ones is exact: each end goes to the nearest end of a longer cell.
 */
const periodsOf = (from: number, to: number): Periods => {
  const periods: Periods = { added: [], taken: [] };
  let [start, end] = [from, to];
  for (const [index, span] of SPANS.entries()) {
    const longer = SPANS[index + 1] ?? Infinity;
    const nearest = (day: number): number => Math.round(day / longer) * longer;
    const [first, last] = [nearest(start), nearest(end)];
    if (!(first < last)) {
      periods.added.push(...periodsBetween(span, start, end));
      break;
    }
    periods.added.push(...periodsBetween(span, start, first), ...periodsBetween(span, last, end));
    periods.taken.push(...periodsBetween(span, first, start), ...periodsBetween(span, end, last));
    [start, end] = [first, last];
  }
  return periods;
};

export const partsOf = ({ from, to }: Range): Parts => {
  const first = Math.ceil(from / DAY_MS);
  const end = Math.floor((to + 1) / DAY_MS);
  if (first > end) return { periods: periodsOf(end, end), rests: from <= to ? [{ from, to }] : [] };
  return {
    periods: periodsOf(first, end),
    rests: [
      { from, to: first * DAY_MS - 1 },
      { from: end * DAY_MS, to },
    ].filter((rest) => rest.from <= rest.to),
  };
};

/** The range in pieces of at most so many days. */
export const piecesOf = ({ from, to }: Range, days: number): Range[] => {
  const pieces: Range[] = [];
  for (let start = from; start <= to; start += days * DAY_MS)
    pieces.push({ from: start, to: Math.min(to, start + days * DAY_MS - 1) });
  return pieces;
};
