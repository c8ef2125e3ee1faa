import type { Db } from "./connect.js";
import { eraseInboundCalls } from "./inbound-calls.js";
import { nextPosition } from "./positions.js";
import { prepared } from "./prepared.js";

/** That a recording was erased, and its place among the changes. */
export interface ErasedRow {
  id: string;
  position: number;
}

interface Between {
  organizationId: string;
  after: number;
  to: number;
  limit: number;
}

const between = prepared<Between, ErasedRow>((db, { organizationId, after, to, limit }) =>
  db("erased_recordings")
    .select({ id: "recording_id", position: "position" })
    .where("organization_id", organizationId)
    .where("position", ">", after)
    .where("position", "<=", to)
    .orderBy("position")
    .limit(limit),
);

/** In the order in which they were erased, after one place and up to another. */
export const erasedBetween = async (
  db: Db,
  organizationId: string,
  bounds: Omit<Between, "organizationId">,
): Promise<ErasedRow[]> => between(db, { organizationId, ...bounds });

/**
 * Erasure: the recording and, by foreign keys, all that was said and written in it. What is left of it
 * in the delivery log loses its content, and its place among the changes says that it was erased.
 */
export const eraseRecording = async (
  trx: Db,
  organizationId: string,
  id: string,
  now: number,
): Promise<boolean> => {
  await trx("events")
    .where({ organization_id: organizationId, recording_id: id })
    .update({ payload: "" });
  // An answer can repeat what it was sent.
  await trx("deliveries")
    .where({ organization_id: organizationId, recording_id: id })
    .update({ response_body: null });
  await trx("deliveries")
    .where({ organization_id: organizationId, recording_id: id, status: "pending" })
    .whereNull("claimed_by")
    .update({ status: "failed", error: "deleted" });
  await eraseInboundCalls(trx, organizationId, id);
  await trx("erased_recordings").insert({
    organization_id: organizationId,
    position: await nextPosition(trx, organizationId, now),
    recording_id: id,
  });
  return (await trx("recordings").where({ organization_id: organizationId, id }).delete()) > 0;
};
