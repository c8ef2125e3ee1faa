import { DAY_MS, SPANS } from "./cells.js";

/** Milliseconds since 1970, both included. */
export interface Range {
  from: number;
  to: number;
}

/** How a range is read: whole days from cells, each a span and its first day, and parts of days. */
export interface Parts {
  periods: [span: number, day: number][];
  rests: Range[];
}

/** The days from one to before another, in as few aligned spans as there can be. */
const periodsOf = (from: number, to: number): [number, number][] => {
  const periods: [number, number][] = [];
  for (let day = from; day < to;) {
    const span = SPANS.findLast((days) => day % days === 0 && day + days <= to)!;
    periods.push([span, day]);
    day += span;
  }
  return periods;
};

export const partsOf = ({ from, to }: Range): Parts => {
  const first = Math.ceil(from / DAY_MS);
  const end = Math.floor((to + 1) / DAY_MS);
  if (first > end) return { periods: [], rests: from <= to ? [{ from, to }] : [] };
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
