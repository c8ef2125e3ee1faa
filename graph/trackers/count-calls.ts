import { POSITIONS_PER_MS } from "../../db/engine/positions.js";
import { countTrackedCalls } from "../../db/trackers/hits.js";
import type { ViewerScope } from "../../db/engine/viewer-scope.js";
import { invalidField } from "../core/errors.js";
import type { LongRead } from "../core/long-reads.js";

const WEEK_MS = 7 * 24 * 60 * 60_000;
/** A longer time would have many rows, which no chart shows. */
export const MAX_WEEKS = 53;

/** The request for counts of calls. Times are inclusive, in milliseconds since 1970. */
interface TrackedCallsQuery {
  organizationId: string;
  scope?: ViewerScope | undefined;
  from: number;
  to: number;
}

/** In how many calls of a rep a tracker was found. */
export interface TrackedCallsRow {
  trackerId: string;
  userId: string;
  calls: number;
  /** Those of each week, the oldest first. Weeks without any are left out, and so are all of a time of more than MAX_WEEKS. */
  weeks: { from: number; calls: number }[];
}

export const trackedCallsRead: LongRead<TrackedCallsQuery, TrackedCallsRow[]> = {
  name: "trackedCalls",
  load: async (db, { organizationId, from, to }) => {
    const hasWeeks = to - from < MAX_WEEKS * WEEK_MS;
    const counts = await countTrackedCalls(db, organizationId, {
      from: from * POSITIONS_PER_MS,
      to: to * POSITIONS_PER_MS + POSITIONS_PER_MS - 1,
      partLength: (hasWeeks ? WEEK_MS : to - from + 1) * POSITIONS_PER_MS,
    });
    const rows = new Map<string, TrackedCallsRow>();
    for (const { trackerId, userId, timePart, calls } of counts) {
      const key = `${trackerId} ${userId}`;
      const row = rows.get(key) ?? { trackerId, userId, calls: 0, weeks: [] };
      rows.set(key, row);
      row.calls += calls;
      if (hasWeeks) row.weeks.push({ from: from + timePart * WEEK_MS, calls });
    }
    // An assistant reads the list page by page.
    return [...rows].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  },
  buildFailure: () => invalidField("from", "is too long ago; choose a shorter time"),
};
