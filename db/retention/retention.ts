import type { Db } from "./connect.js";

/** Deletes ended deliveries from before that time, at most so many; what still waits is kept. */
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

/** Deletes events from before that time that no delivery is left of, at most so many. */
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
