import type { Db } from "../engine/connect.js";

const TABLE = "client_erasures";

/**
 * Stores a client's recordings, in addition to those stored when its erasure began. Returns the ids of those not erased
 * yet, even if they have another client now, the oldest first: each erasure may match others anew.
 */
export const beginClientErasure = async (
  trx: Db,
  organizationId: string,
  clientId: string,
): Promise<string[]> => {
  await trx.raw(
    `INSERT INTO ${TABLE} (organization_id, client_id, recording_id)
     SELECT organization_id, client_id, id FROM recordings WHERE organization_id = ? AND client_id = ?
     ON CONFLICT DO NOTHING`,
    [organizationId, clientId],
  );
  const recordings: { id: string; position: number }[] = await trx(`${TABLE} as erasure`)
    .join("recordings as recording", {
      "recording.organization_id": "erasure.organization_id",
      "recording.id": "erasure.recording_id",
    })
    .where({ "erasure.organization_id": organizationId, "erasure.client_id": clientId })
    .select({ id: "recording.id", position: "recording.position" });
  // Ordered by the database, SQLite would read all recordings in their order.
  return recordings.toSorted((one, other) => one.position - other.position).map(({ id }) => id);
};

/** Deletes the stored recordings of an erasure. Returns their number. */
export const endClientErasure = async (
  trx: Db,
  organizationId: string,
  clientId: string,
): Promise<number> =>
  trx(TABLE).where({ organization_id: organizationId, client_id: clientId }).delete();
