import type { Db } from "../engine/connect.js";

/** Deletes at most `limit` finished deliveries older than `before` (milliseconds). Keeps pending ones. */
export const deleteOldDeliveries = async (
  trx: Db,
  organizationId: string,
  before: number,
  limit: number,
): Promise<number> =>
  trx("deliveries")
    .where("organization_id", organizationId)
    .whereIn(
      "id",
      trx("deliveries")
        .select("id")
        .where("organization_id", organizationId)
        .where("created_at", "<", before)
        .whereNot("status", "pending")
        .orderBy("created_at")
        .limit(limit),
    )
    .delete();

/** Deletes at most `limit` events older than `before` (milliseconds) that have no delivery left. */
export const deleteOldEvents = async (
  trx: Db,
  organizationId: string,
  before: number,
  limit: number,
): Promise<number> =>
  trx("events")
    .where("organization_id", organizationId)
    .whereIn(
      "id",
      trx("events as e")
        .select("e.id")
        .where("e.organization_id", organizationId)
        .where("e.position", "<", before * 1000)
        .whereNotExists(
          trx("deliveries as d")
            .whereRaw("d.organization_id = e.organization_id AND d.event_id = e.id")
            .select(trx.raw("1")),
        )
        .orderBy("e.position")
        .limit(limit),
    )
    .delete();
