import type { RecordingRow } from "../../db/recordings/fields.js";
import type { RankKeyset } from "../../db/search/search.js";
import { decodeCursor, encodeCursor, invalidCursor } from "../core/pagination.js";
import { formatMicroseconds, parseMicroseconds } from "../core/time.js";

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
  parse: (cursor: string | null | undefined) => RankKeyset | undefined;
}

/** Creates the cursors of a search ordered by relevance. A cursor is valid for its search only. */
export const createRankedCursors = (organizationId: string, search: string): RankedCursors => {
  const list = `recordings ${search}`;
  return {
    format: ({ rank = 0, position }) => encodeCursor(list, organizationId, `${rank} ${position}`),
    parse: (cursor) => {
      if (typeof cursor !== "string") return undefined;
      const [, rank, position] =
        /^(-?\d[\d.e-]*) (\d{1,16})$/.exec(decodeCursor(list, organizationId, cursor)) ?? [];
      if (!Number.isFinite(Number(rank))) throw invalidCursor();
      return { rank: Number(rank), position: Number(position) };
    },
  };
};
