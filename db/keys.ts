import type { Db } from "./connect.js";
import { prepared } from "./prepared.js";

/** An organization's API key as it is kept: digests of what callers present, and the sealed secret. */
export interface KeyRow {
  hash: string;
  dialerHash: string;
  /** The first characters of the key, to recognize it by. */
  prefix: string;
  signingSecret: string;
  createdAt: number;
}

/** Gives the organization its key; the one before is gone with the same statement. */
export const putKey = async (trx: Db, organizationId: string, key: KeyRow): Promise<void> => {
  await trx("api_keys")
    .insert({
      organization_id: organizationId,
      hash: key.hash,
      dialer_hash: key.dialerHash,
      prefix: key.prefix,
      signing_secret: key.signingSecret,
      created_at: key.createdAt,
    })
    .onConflict("organization_id")
    .merge();
};

const organizationBy = (column: string) =>
  prepared<{ hash: string }, { id: string }>((db, { hash }) =>
    db("api_keys").where(column, hash).first({ id: "organization_id" }),
  );

const byKey = organizationBy("hash");
const byDialerToken = organizationBy("dialer_hash");

/** The organization whose key has this SHA-256 (hex). */
export const organizationByKey = async (db: Db, hash: string): Promise<string | undefined> =>
  (await byKey(db, { hash }))[0]?.id;

/** The organization whose dialer token has this SHA-256 (hex). */
export const organizationByDialerToken = async (
  db: Db,
  hash: string,
): Promise<string | undefined> => (await byDialerToken(db, { hash }))[0]?.id;

/** The organization signing secret, sealed. Every organization has one. */
export const signingSecretOf = async (db: Db, organizationId: string): Promise<string> => {
  const row: { signing_secret: string } = await db("api_keys")
    .where("organization_id", organizationId)
    .first("signing_secret");
  return row.signing_secret;
};

/** Some organization's sealed signing secret, to try the vault's key on. */
export const anySealedSecret = async (db: Db): Promise<string | undefined> => {
  const row: { signing_secret: string } | undefined = await db("api_keys").first("signing_secret");
  return row?.signing_secret;
};

/** Whether the organization has a key: one that is still being imported has none. */
export const hasKey = async (db: Db, organizationId: string): Promise<boolean> =>
  (await db("api_keys").where("organization_id", organizationId).first(db.raw("1 AS one"))) !==
  undefined;
