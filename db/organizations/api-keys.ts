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
      last_used_at: null,
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

/** What may be shown of a key. */
export interface ShownKey {
  prefix: string;
  createdAt: number;
  lastUsedAt: number | null;
}

/** Every organization has a key. */
export const shownKey = async (db: Db, organizationId: string): Promise<ShownKey> =>
  db("api_keys")
    .where("organization_id", organizationId)
    .first({ prefix: "prefix", createdAt: "created_at", lastUsedAt: "last_used_at" });

/**
 * Notes that these credentials were in use at this time, each a digest of a key or a dialer token and its
 * organization. One that has been replaced meanwhile leaves nothing, and the later of two times stays.
 */
export const noteUses = async (
  trx: Db,
  uses: ReadonlyMap<string, string>,
  at: number,
): Promise<void> => {
  // In one order, so that processes that do this at the same time wait for each other, and not in a circle.
  for (const [hash, organizationId] of [...uses].toSorted(([, a], [, b]) => (a < b ? -1 : 1)))
    await trx("api_keys")
      .where("organization_id", organizationId)
      .whereRaw("? IN (hash, dialer_hash)", [hash])
      .whereRaw("coalesce(last_used_at, 0) < ?", [at])
      .update({ last_used_at: at });
};

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
