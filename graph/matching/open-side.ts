import { MaxSegmentTree } from "./max-segment-tree.js";
import type { OpenRow } from "./open-row.js";

/** Returns the nearer of two rows around a start, by tie order if both are equally near. */
const pickNearest = (start: number, later?: OpenRow, earlier?: OpenRow): OpenRow | undefined => {
  if (!later || !earlier) return later ?? earlier;
  const difference = later.start - start - (start - earlier.start);
  return difference < 0 || (difference === 0 && later.tie < earlier.tie) ? later : earlier;
};

/**
 * The rows of one side, loaded or waiting, ordered by start and tie. Finds the nearest row that is free or farther from
 * its partner than from the searching row.
 */
export class OpenSide {
  /** The loaded starts, both ends included. */
  from = 0;
  to = -1;
  isEmpty = true;
  #rows: OpenRow[] = [];
  /** Per row: the latest start, and the highest tie at that start, with which a later row may take it. */
  #late = new MaxSegmentTree(0);
  /** The same for earlier rows, with negative starts. */
  #early = new MaxSegmentTree(0);

  readonly #kind: keyof OpenRow["places"];

  constructor(kind: keyof OpenRow["places"]) {
    this.#kind = kind;
  }

  get rows(): readonly OpenRow[] {
    return this.#rows;
  }

  /** Replaces all rows. */
  rebuild(rows: OpenRow[]): void {
    this.#rows = rows.toSorted((a, b) => a.start - b.start || a.tie - b.tie);
    this.#late = new MaxSegmentTree(rows.length);
    this.#early = new MaxSegmentTree(rows.length);
    for (const [index, row] of this.#rows.entries()) {
      row.places[this.#kind] = index;
      this.#setLimits(row, "fill");
    }
    this.#late.complete();
    this.#early.complete();
  }

  /** Updates the limits that depend on a row's partner and flags. */
  update(row: OpenRow): void {
    if (row.places[this.#kind] >= 0) this.#setLimits(row, "set");
  }

  #setLimits(row: OpenRow, set: "set" | "fill"): void {
    const { start, reachMs, partner, isFinal, isWaiting } = row;
    const index = row.places[this.#kind];
    const isClosed = isFinal || isWaiting !== (this.#kind === "waiting");
    const distance = isClosed ? -Infinity : partner ? Math.abs(start - partner.start) : Infinity;
    const tie = partner ? partner.tie : Infinity;
    this.#early[set](index, distance - start, tie);
    if (distance <= reachMs) this.#late[set](index, start + distance, tie);
    else this.#late[set](index, start + reachMs, Infinity);
  }

  /**
   * Finds the nearest row in a range, both ends included. Returns the direction in which to load more rows if the
   * nearest may not be among them.
   */
  find(
    row: OpenRow,
    { earliest, latest }: { earliest: number; latest: number },
    canPair: (row: OpenRow) => boolean,
  ): OpenRow | "asc" | "desc" | undefined {
    const later = this.#findLater(row, latest, canPair);
    if (!later && this.to < latest) return "asc";
    // Stops at the first row with a later start.
    const bound = later ? Math.max(earliest, 2 * row.start - later.start) : earliest;
    const earlier = this.#findEarlier(row, bound, canPair);
    if (!earlier && this.from > bound) return "desc";
    return pickNearest(row.start, later, earlier);
  }

  /** Finds the nearest row that starts with the searching row or later, up to `latest`. */
  #findLater(
    { start, tie }: OpenRow,
    latest: number,
    canPair: (row: OpenRow) => boolean,
  ): OpenRow | undefined {
    const find = (from: number): number => this.#early.findFirst(from, -start, tie);
    for (let index = find(this.#findPlace(start)); index >= 0; index = find(index + 1)) {
      const row = this.#rows[index]!;
      if (row.start > latest) return undefined;
      if (canPair(row)) return row;
    }
    return undefined;
  }

  /** Finds the nearest row that starts before the searching row, from `earliest` on. */
  #findEarlier(
    { start, tie }: OpenRow,
    earliest: number,
    canPair: (row: OpenRow) => boolean,
  ): OpenRow | undefined {
    let last = this.#findPlace(start) - 1;
    for (;;) {
      last = this.#late.findLast(last, start, tie);
      if (last < 0 || this.#rows[last]!.start < earliest) return undefined;
      // The first row by tie order among those with this start.
      const first = this.#findPlace(this.#rows[last]!.start);
      let index = this.#late.findFirst(first, start, tie);
      while (index >= 0 && index <= last) {
        if (canPair(this.#rows[index]!)) return this.#rows[index];
        index = this.#late.findFirst(index + 1, start, tie);
      }
      last = first - 1;
    }
  }

  /** Binary search: the first index whose row starts at `start` or later. */
  #findPlace(start: number): number {
    let [low, high] = [0, this.#rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#rows[middle]!.start < start) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
