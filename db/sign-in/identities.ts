import type { Db } from "../engine/connect.js";

/** A person as identified by an OpenID Connect provider. Subjects are never reassigned; e-mails are. */
export interface Identity {
  issuer: string;
  subject: string;
}

interface IdentityRow extends Identity {
  organizationId: string;
  userId: string;
}

/** Finds the account of an identity. An identity belongs to one account of the instance. */
export const findAccountIdByIdentity = async (
  db: Db,
  { issuer, subject }: Identity,
): Promise<{ organizationId: string; userId: string } | undefined> =>
  db("identities")
    .where({ issuer, subject })
    .first({ organizationId: "organization_id", userId: "user_id" });

/** Returns whether the account has an identity of any provider. */
export const hasIdentity = async (
  db: Db,
  organizationId: string,
  userId: string,
): Promise<boolean> =>
  (await db("identities")
    .where({ organization_id: organizationId, user_id: userId })
    .first(db.raw("1 AS one"))) !== undefined;

/**
 * Binds an identity to an account. Returns false if either is bound already: an account has one identity per issuer.
 */
export const insertIdentity = async (
  trx: Db,
  { organizationId, userId, issuer, subject }: IdentityRow,
  now: number,
): Promise<boolean> => {
  const inserted: unknown[] = await trx("identities")
    .insert({
      organization_id: organizationId,
      user_id: userId,
      issuer,
      subject,
      created_at: now,
    })
    .onConflict()
    .ignore()
    .returning("user_id");
  return inserted.length > 0;
};
