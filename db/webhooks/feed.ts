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

/** Something that is sent once more, at somebody's wish. */
export interface RedeliveryRow {
  id: string;
  eventId: string;
  event: string;
  messageId: string;
  createdAt: number;
}

const redeliveries = prepared<
  { organizationId: string; since: number; limit: number },
  RedeliveryRow
>((db, { organizationId, since, limit }) =>
  db("deliveries")
    .select({
      id: "id",
      eventId: "event_id",
      event: "event",
      messageId: "message_id",
      createdAt: "created_at",
    })
    .where("organization_id", organizationId)
    .where("created_at", ">=", since)
    .whereNotNull("redelivery_of")
    .orderBy(["created_at", "id"])
    .limit(limit),
);

/** Those that were asked for at this time (milliseconds since 1970) or later, oldest first. */
export const redeliveriesSince = async (
  db: Db,
  organizationId: string,
  since: number,
  limit: number,
): Promise<RedeliveryRow[]> => redeliveries(db, { organizationId, since, limit });
