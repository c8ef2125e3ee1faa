import { countTrackedCalls, type TrackerCount } from "../../db/trackers/hits.js";
import type { ViewerScope } from "../../db/engine/viewer-scope.js";
import { invalidField } from "../core/errors.js";
import type { LongRead } from "../core/long-reads.js";

/** The request for counts of calls. Positions are inclusive. */
interface TrackedCallsQuery {
  organizationId: string;
  scope?: ViewerScope | undefined;
  from: number;
  to: number;
}

export const trackedCallsRead: LongRead<TrackedCallsQuery, TrackerCount[]> = {
  name: "trackedCalls",
  load: (db, { organizationId, from, to }) => countTrackedCalls(db, organizationId, { from, to }),
  buildFailure: () => invalidField("from", "is too long ago; choose a shorter time"),
};
