import type { Db } from "../engine/connect.js";
import { prepareQuery } from "../engine/prepared.js";
import { withinRecordingScope } from "../engine/viewer-scope.js";

/** A delivery that a user sent again. */
export interface RedeliveryRow {
  id: string;
  eventId: string;
  event: string;
  messageId: string;
  createdAt: number;
  /** The size of the event's payload. */
  bytes: number;
}

const redeliveriesQuery = prepareQuery<
  { organizationId: string; since: number; limit: number },
  RedeliveryRow
>((db, { organizationId, since, limit }) =>
  db("deliveries as d")
    .join("events as e", (on) =>
      on.on("e.organization_id", "d.organization_id").andOn("e.id", "d.event_id"),
    )
    .select({
      id: "d.id",
      eventId: "d.event_id",
      event: "d.event",
      messageId: "d.message_id",
      createdAt: "d.created_at",
    })
    .select(db.raw("octet_length(e.payload) AS bytes"))
    .where("d.organization_id", organizationId)
    .where("d.created_at", ">=", since)
    .whereNotNull("d.redelivery_of")
    .modify(withinRecordingScope(db, organizationId, "e.recording_id"))
    .orderBy(["d.created_at", "d.id"])
    .limit(limit),
);

/** Lists redeliveries from `since` on (milliseconds since 1970), oldest first. */
export const listRedeliveries = async (
  db: Db,
  organizationId: string,
  since: number,
  limit: number,
): Promise<RedeliveryRow[]> => redeliveriesQuery(db, { organizationId, since, limit });
