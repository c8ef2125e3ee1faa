import type { Db } from "../engine/connect.js";
import { prepareQuery } from "../engine/prepared.js";

const keyQuery = prepareQuery<{ organizationId: string }, { erasureKey: string | null }>(
  (db, { organizationId }) =>
    db("organizations").select({ erasureKey: "erasure_key" }).where("id", organizationId),
);

/** Loads the sealed key of an organization's erased calls; null before its first erasure. */
export const loadErasureKey = async (db: Db, organizationId: string): Promise<string | null> =>
  (await keyQuery(db, { organizationId }))[0]?.erasureKey ?? null;

/** Stores the sealed key. Digests under an earlier key no longer match. */
export const storeErasureKey = async (
  trx: Db,
  organizationId: string,
  sealedKey: string,
): Promise<void> => {
  await trx("organizations").where("id", organizationId).update({ erasure_key: sealedKey });
};

const erasedCallQuery = prepareQuery<{ organizationId: string; callHash: string }, { one: number }>(
  (db, { organizationId, callHash }) =>
    db("erased_recordings")
      .select(db.raw("1 AS one"))
      .where("organization_id", organizationId)
      .where("call_hash", callHash)
      .whereNotNull("call_hash")
      .limit(1),
);

/** Returns whether a recording with this digest of its call id was erased. */
export const hasErasedCall = async (
  db: Db,
  organizationId: string,
  callHash: string,
): Promise<boolean> => (await erasedCallQuery(db, { organizationId, callHash })).length > 0;
