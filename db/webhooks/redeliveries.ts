import type { Db } from "../engine/connect.js";
import { prepareQuery } from "../engine/prepared.js";

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
