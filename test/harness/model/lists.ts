import type { Id } from "./world.js";

export interface ModelPage<T> {
  nodes: T[];
  /** The last item's cursor; null on an empty page. */
  endCursor: string | null;
  hasMore: boolean;
}

/** Builds a placeholder for the opaque cursor of an item with this time and ID. */
export const buildCursor = (list: string, at: number, id: Id): string =>
  `‹${list} ${at} ${id.slice(1, -1)}›`;

/** Formats a recording's cursor: its position with six digits of a second. */
export const formatPosition = (position: number): string =>
  `${new Date(Math.floor(position / 1000)).toISOString().slice(0, 23)}${String(position % 1000).padStart(3, "0")}Z`;

/** Splits a list into pages. */
export const splitPages = <T>(
  items: readonly T[],
  limit: number,
  cursor: (item: T) => string,
): ModelPage<T>[] => {
  const pages: ModelPage<T>[] = [];
  for (let start = 0; start === 0 || start < items.length; start += limit) {
    const nodes = items.slice(start, start + limit);
    pages.push({
      nodes,
      endCursor: nodes.length > 0 ? cursor(nodes.at(-1)!) : null,
      hasMore: start + limit < items.length,
    });
  }
  return pages;
};

export const nextCursorOf = ({ hasMore, endCursor }: ModelPage<unknown>): string | null =>
  hasMore ? endCursor : null;

const DAY_MS = 86_400_000;

/** Bounds as sent: a day or a time. */
export interface Bounds {
  from?: string;
  to?: string;
}

/** A day means its start as lower bound and its end as upper bound. Both are inclusive. */
export const isInBounds =
  ({ from, to }: Bounds) =>
  (at: number): boolean =>
    (from === undefined || at >= Date.parse(from)) &&
    (to === undefined || at <= Date.parse(to) + (to.length === 10 ? DAY_MS - 1 : 0));

/** Compares by code point, like both databases. */
export const compareText = (a: string, b: string): number =>
  Buffer.compare(Buffer.from(a), Buffer.from(b));
