import type { Db } from "../engine/connect.js";

/**
 * `invitation`: for a user without a password. `reset`: issued by an admin. `requested_reset`: requested by the user;
 * it must not replace a link issued by an admin.
 */
export type LinkPurpose = "invitation" | "reset" | "requested_reset";

interface AccountLink {
  userId: string;
  purpose: LinkPurpose;
  hash: string;
  expiresAt: number;
}

/** Inserts the account's link of this purpose or replaces it in the same statement. */
export const upsertAccountLink = async (
  trx: Db,
  organizationId: string,
  { userId, purpose, hash, expiresAt }: AccountLink,
): Promise<void> => {
  await trx("account_links")
    .insert({
      organization_id: organizationId,
      user_id: userId,
      purpose,
      hash,
      expires_at: expiresAt,
    })
    .onConflict(["organization_id", "user_id", "purpose"])
    .merge();
};

/** Finds the account whose valid link has this SHA-256 (hex). */
export const findAccountIdByLink = async (
  db: Db,
  hash: string,
  now: number,
): Promise<{ organizationId: string; userId: string } | undefined> =>
  db("account_links")
    .where("hash", hash)
    .where("expires_at", ">", now)
    .first({ organizationId: "organization_id", userId: "user_id" });

/** Returns whether the account has a valid invitation. */
export const hasInvitation = async (
  db: Db,
  organizationId: string,
  userId: string,
  now: number,
): Promise<boolean> =>
  (await db("account_links")
    .where({ organization_id: organizationId, user_id: userId, purpose: "invitation" })
    .where("expires_at", ">", now)
    .first(db.raw("1 AS one"))) !== undefined;

/** Deletes a valid link. Returns true for exactly one of several concurrent calls. */
export const consumeAccountLink = async (
  trx: Db,
  organizationId: string,
  hash: string,
  now: number,
): Promise<boolean> =>
  (await trx("account_links")
    .where({ organization_id: organizationId, hash })
    .where("expires_at", ">", now)
    .delete()) > 0;

export const deleteAccountLinks = async (
  trx: Db,
  organizationId: string,
  userId: string,
): Promise<void> => {
  await trx("account_links").where({ organization_id: organizationId, user_id: userId }).delete();
};

/** Deletes expired links, except invitations, whose end the console shows. */
export const deleteExpiredAccountLinks = async (
  trx: Db,
  organizationId: string,
  now: number,
): Promise<void> => {
  await trx("account_links")
    .where("organization_id", organizationId)
    .whereNot("purpose", "invitation")
    .where("expires_at", "<=", now)
    .delete();
};
