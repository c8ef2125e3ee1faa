import type { Db } from "../engine/connect.js";
import { prepareQuery } from "../engine/prepared.js";

/** An event without its payload, which can be long. */
export interface EventRow {
  id: string;
  event: string;
  recordingId: string | null;
  /** Creation time in microseconds: the order of the organization's changes. */
  position: number;
  bytes: number;
}

interface EventSearch {
  after: number;
  limit: number;
  event?: string;
}

const pageQuery = prepareQuery<EventSearch & { organizationId: string }, EventRow>(
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

/** Lists events in commit order, without those of tests. */
export const listEvents = async (
  db: Db,
  organizationId: string,
  search: EventSearch,
): Promise<EventRow[]> => pageQuery(db, { organizationId, ...search });

/** A delivery that a user sent again. */
export interface RedeliveryRow {
  id: string;
  eventId: string;
  event: string;
  messageId: string;
  createdAt: number;
}

const redeliveriesQuery = prepareQuery<
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

/** Lists redeliveries from `since` on (milliseconds since 1970), oldest first. */
export const listRedeliveries = async (
  db: Db,
  organizationId: string,
  since: number,
  limit: number,
): Promise<RedeliveryRow[]> => redeliveriesQuery(db, { organizationId, since, limit });
