import type { Db } from "../engine/connect.js";

/** Inserts the organization's set-up link or replaces it in the same statement. */
export const upsertSetupLink = async (
  trx: Db,
  organizationId: string,
  link: { hash: string; expiresAt: number },
): Promise<void> => {
  await trx("setup_links")
    .insert({ organization_id: organizationId, hash: link.hash, expires_at: link.expiresAt })
    .onConflict("organization_id")
    .merge();
};

/** Returns the id of the organization whose valid link has this SHA-256 (hex). */
export const findOrganizationBySetupLink = async (
  db: Db,
  hash: string,
  now: number,
): Promise<string | undefined> => {
  const row: { organization_id: string } | undefined = await db("setup_links")
    .where("hash", hash)
    .where("expires_at", ">", now)
    .first("organization_id");
  return row?.organization_id;
};

/** Deletes a valid link. Returns true for exactly one of several concurrent calls. */
export const consumeSetupLink = async (
  trx: Db,
  organizationId: string,
  hash: string,
  now: number,
): Promise<boolean> =>
  (await trx("setup_links")
    .where({ organization_id: organizationId, hash })
    .where("expires_at", ">", now)
    .delete()) > 0;

export const deleteSetupLink = async (trx: Db, organizationId: string): Promise<void> => {
  await trx("setup_links").where("organization_id", organizationId).delete();
};

export const deleteExpiredSetupLink = async (
  trx: Db,
  organizationId: string,
  now: number,
): Promise<void> => {
  await trx("setup_links")
    .where("organization_id", organizationId)
    .where("expires_at", "<=", now)
    .delete();
};
