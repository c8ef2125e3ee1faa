import type { RecordingRow } from "../../db/recordings/fields.js";
import type { RecordingSortName } from "../../db/recordings/sorts.js";
import { decodeCursor, encodeCursor, invalidCursor } from "../arguments/pagination.js";
import { formatMicroseconds, parseMicroseconds } from "../arguments/time.js";

/** Formats the cursor of a list ordered by creation: a time, as in /v1. */
export const formatRecordingCursor = (row: RecordingRow): string =>
  formatMicroseconds(row.position);

/** Parses such a cursor, or any time. @throws INVALID_CURSOR for another text */
export const parseRecordingCursor = (cursor: string | null | undefined): number | undefined => {
  if (typeof cursor !== "string") return undefined;
  const position = parseMicroseconds(cursor);
  if (position === undefined) throw invalidCursor();
  return position;
};

interface RankedCursors {
  format: (row: RecordingRow) => string;
  /** @throws INVALID_CURSOR */
  parse: (cursor: string | null | undefined) => readonly number[] | undefined;
}

/** The results that a cursor names: the next page starts after the last of them that the search still finds. */
const NAMED_RESULTS = 4;

/** Adds to each result the positions for its cursor, its own first. `before`: those of the cursor before the page. */
export const withNamedResults = <Row extends RecordingRow>(
  rows: readonly Row[],
  before: readonly number[],
): Row[] => {
  let named = before;
  return rows.map((row) => {
    named = [row.position, ...named].slice(0, NAMED_RESULTS);
    return { ...row, resultPositions: named };
  });
};

/**
 * Creates the cursors of a search ordered by relevance. A cursor is valid for its search only. It contains no rank:
 * ranks would reveal how many recordings outside the scope contain the words.
 */
export const createRankedCursors = (organizationId: string, search: string): RankedCursors => {
  const list = `recordings ${search}`;
  return {
    format: ({ position, resultPositions = [position] }) =>
      encodeCursor(list, organizationId, resultPositions.join(" ")),
    parse: (cursor) => {
      if (typeof cursor !== "string") return undefined;
      const positions = decodeCursor(list, organizationId, cursor);
      if (!/^\d{1,16}( \d{1,16}){0,3}$/.test(positions)) throw invalidCursor();
      return positions.split(" ").map(Number);
    },
  };
};

interface SortedCursors {
  format: (row: RecordingRow) => string;
  /** @throws INVALID_CURSOR */
  parse: (cursor: string | null | undefined) => { sortedAfter: number; before: number } | undefined;
}

/** Creates the cursors of a list ordered by a number. A cursor is valid for its order only. */
export const createSortedCursors = (
  organizationId: string,
  order: RecordingSortName,
): SortedCursors => {
  const list = `recordings by ${order}`;
  return {
    format: ({ position, sortKey }) => encodeCursor(list, organizationId, `${sortKey} ${position}`),
    parse: (cursor) => {
      if (typeof cursor !== "string") return undefined;
      const numbers = decodeCursor(list, organizationId, cursor);
      if (!/^-?\d{1,16} \d{1,16}$/.test(numbers)) throw invalidCursor();
      const [sortedAfter, before] = numbers.split(" ").map(Number) as [number, number];
      return { sortedAfter, before };
    },
  };
};
