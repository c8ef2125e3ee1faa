import type { Db } from "../engine/connect.js";
import { eraseInboundCalls } from "../dialers/inbound-calls.js";
import { allocatePosition } from "./positions.js";
import { prepareQuery } from "../engine/prepared.js";

/** An erased recording; `position` is its place among the organization's changes. */
export interface ErasedRecordingRow {
  id: string;
  position: number;
}

interface PositionRange {
  organizationId: string;
  after: number;
  to: number;
  limit: number;
}

const byPosition = prepareQuery<PositionRange, ErasedRecordingRow>(
  (db, { organizationId, after, to, limit }) =>
    db("erased_recordings")
      .select({ id: "recording_id", position: "position" })
      .where("organization_id", organizationId)
      .where("position", ">", after)
      .where("position", "<=", to)
      .orderBy("position")
      .limit(limit),
);

/** Lists recordings in the order of their erasure. `after` excludes its position, `to` includes it. */
export const listErasedRecordings = async (
  db: Db,
  organizationId: string,
  bounds: Omit<PositionRange, "organizationId">,
): Promise<ErasedRecordingRow[]> => byPosition(db, { organizationId, ...bounds });

/**
 * Erases the recording and, by foreign keys, everything that belongs to it. The delivery log keeps its entries without
 * their content. The row of erased_recordings informs sync clients, and its `callHash` blocks the same call later.
 * Returns false if the recording doesn't exist.
 */
export const eraseRecording = async (
  trx: Db,
  organizationId: string,
  call: { id: string; callId: string | null; callHash: string | null },
  now: number,
): Promise<boolean> => {
  const { id, callId, callHash } = call;
  await trx("events")
    .where({ organization_id: organizationId, recording_id: id })
    .update({ payload: "" });
  // A receiver's response can repeat the payload.
  await trx("deliveries")
    .where({ organization_id: organizationId, recording_id: id })
    .update({ response_body: null });
  await trx("deliveries")
    .where({ organization_id: organizationId, recording_id: id, status: "pending" })
    .whereNull("claimed_by")
    .update({ status: "failed", error: "deleted", is_waiting: 0 });
  await eraseInboundCalls(trx, organizationId, id, callId);
  await trx("erased_recordings").insert({
    organization_id: organizationId,
    position: await allocatePosition(trx, organizationId, now),
    recording_id: id,
    call_hash: callHash,
  });
  return (await trx("recordings").where({ organization_id: organizationId, id }).delete()) > 0;
};
