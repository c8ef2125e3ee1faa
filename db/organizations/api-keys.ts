import type { Db } from "../engine/connect.js";
import { prepareQuery } from "../engine/prepared.js";

/** An API key as stored: SHA-256 digests (hex) of key and dialer token, and the sealed signing secret. */
export interface ApiKeyRow {
  hash: string;
  dialerHash: string;
  /** The first characters of the key, to recognize it. */
  prefix: string;
  signingSecret: string;
  createdAt: number;
}

/** Inserts the organization's key or replaces it in the same statement. */
export const upsertApiKey = async (
  trx: Db,
  organizationId: string,
  key: ApiKeyRow,
): Promise<void> => {
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

const prepareOrganizationLookup = (column: string) =>
  prepareQuery<{ hash: string }, { id: string }>((db, { hash }) =>
    db("api_keys").where(column, hash).first({ id: "organization_id" }),
  );

const findByKeyHash = prepareOrganizationLookup("hash");
const findByDialerHash = prepareOrganizationLookup("dialer_hash");

/** Returns the id of the organization whose key has this SHA-256 (hex). */
export const findOrganizationByApiKey = async (db: Db, hash: string): Promise<string | undefined> =>
  (await findByKeyHash(db, { hash }))[0]?.id;

/** Returns the id of the organization whose dialer token has this SHA-256 (hex). */
export const findOrganizationByDialerToken = async (
  db: Db,
  hash: string,
): Promise<string | undefined> => (await findByDialerHash(db, { hash }))[0]?.id;

/** The parts of a key that may be shown. Times are milliseconds since 1970. */
export interface ApiKeySummary {
  prefix: string;
  createdAt: number;
  lastUsedAt: number | null;
}

/** Loads the summary of the key; every organization has one. */
export const loadApiKeySummary = async (db: Db, organizationId: string): Promise<ApiKeySummary> =>
  db("api_keys")
    .where("organization_id", organizationId)
    .first({ prefix: "prefix", createdAt: "created_at", lastUsedAt: "last_used_at" });

/**
 * Records that credentials were in use at this time. `uses` maps the digest of a key or dialer token to its
 * organization. Ignores digests that have been replaced since. An older time never overwrites a newer one.
 */
export const recordKeyUses = async (
  trx: Db,
  uses: ReadonlyMap<string, string>,
  at: number,
): Promise<void> => {
  // One lock order prevents deadlocks between processes that flush at the same time.
  for (const [hash, organizationId] of [...uses].toSorted(([, a], [, b]) => (a < b ? -1 : 1)))
    await trx("api_keys")
      .where("organization_id", organizationId)
      .whereRaw("? IN (hash, dialer_hash)", [hash])
      .whereRaw("coalesce(last_used_at, 0) < ?", [at])
      .update({ last_used_at: at });
};

/** Loads the sealed organization signing secret; every organization has one. */
export const loadSigningSecret = async (db: Db, organizationId: string): Promise<string> => {
  const row: { signing_secret: string } = await db("api_keys")
    .where("organization_id", organizationId)
    .first("signing_secret");
  return row.signing_secret;
};

/** Returns any sealed signing secret, to test the vault's key with. */
export const findAnySealedSecret = async (db: Db): Promise<string | undefined> => {
  const row: { signing_secret: string } | undefined = await db("api_keys").first("signing_secret");
  return row?.signing_secret;
};

/** A sealed signing secret of an organization, or of its webhook. */
export interface SealedSecret {
  organizationId: string;
  /** Null for the organization's own secret. */
  webhookId: string | null;
  url: string | null;
  sealed: string;
}

/** Lists the sealed signing secrets of all organizations and webhooks, without replaced ones. */
export const listSealedSecrets = async (db: Db): Promise<SealedSecret[]> => {
  const own = await db("api_keys")
    .select({ organizationId: "organization_id", sealed: "signing_secret" })
    .orderBy("organization_id");
  const ofWebhooks = await db("webhooks")
    .select({ organizationId: "organization_id", webhookId: "id", url: "url", sealed: "secret" })
    .orderBy(["organization_id", "id"]);
  return [...own.map((row) => ({ ...row, webhookId: null, url: null })), ...ofWebhooks];
};

/** Returns whether the organization has a key. During an import it has none. */
export const hasApiKey = async (db: Db, organizationId: string): Promise<boolean> =>
  (await db("api_keys").where("organization_id", organizationId).first(db.raw("1 AS one"))) !==
  undefined;
