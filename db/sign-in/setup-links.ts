import type { Db } from "./connect.js";

/** Gives the organization its one link; the one before is gone with the same statement. */
export const putSetupLink = async (
  trx: Db,
  organizationId: string,
  link: { hash: string; expiresAt: number },
): Promise<void> => {
  await trx("setup_links")
    .insert({ organization_id: organizationId, hash: link.hash, expires_at: link.expiresAt })
    .onConflict("organization_id")
    .merge();
};

/** The organization whose link has this SHA-256 (hex), where it holds. */
export const organizationBySetupLink = async (
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

/** Whether there was such a link: whoever is told so is the only one. */
export const takeSetupLink = async (
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

export const deleteEndedSetupLink = async (
  trx: Db,
  organizationId: string,
  now: number,
): Promise<void> => {
  await trx("setup_links")
    .where("organization_id", organizationId)
    .where("expires_at", "<=", now)
    .delete();
};
