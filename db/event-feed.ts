import type { Db } from "./connect.js";
import { prepared } from "./prepared.js";

/** An event without its bytes, which can be many. */
export interface EventRow {
  id: string;
  event: string;
  recordingId: string | null;
  /** createdAt in microseconds: its place among the organization's changes. */
  position: number;
  bytes: number;
}

interface Search {
  after: number;
  limit: number;
  event?: string;
}

const page = prepared<Search & { organizationId: string }, EventRow>(
  (db, { organizationId, after, event, limit }) => {
    const query = db("events")
      .select({ id: "id", event: "event", recordingId: "recording_id", position: "position" })
      .select(db.raw("octet_length(payload) AS bytes"))
      .where("organization_id", organizationId)
      .where("position", ">", after)
      .whereRaw("test = 0");
    if (event !== undefined) query.where("event", event);
    return query.orderBy("position").limit(limit);
  },
);

/** In the order in which they were committed, but for those of tests. */
export const pageOfEvents = async (
  db: Db,
  organizationId: string,
  search: Search,
): Promise<EventRow[]> => page(db, { organizationId, ...search });
