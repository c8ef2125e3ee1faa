import type { Db } from "../engine/connect.js";
import { inList } from "../engine/in-list.js";
import { insertAll } from "../engine/insert-all.js";
import { prepareQuery } from "../engine/prepared.js";
import type { AccountRole } from "./account-roles.js";

/** A key with a name. Times are milliseconds since 1970. */
export interface NamedKeyRow {
  id: string;
  name: string;
  /** The first characters of the key, to recognize it. */
  prefix: string;
  /** JSON: a list of scopes. */
  scopes: string;
  /** The person that the key acts as; null for a program's key. */
  userId: string | null;
  /** 1 for a key limited to some teams. */
  isRestricted: number;
  createdAt: number;
  /** Null: it doesn't expire. */
  expiresAt: number | null;
  lastUsedAt: number | null;
  /** The IP address that last used it; null if unknown. */
  lastUsedAddress: string | null;
}

const columns = {
  id: "id",
  name: "name",
  prefix: "prefix",
  scopes: "scopes",
  userId: "user_id",
  isRestricted: "is_restricted",
  createdAt: "created_at",
  expiresAt: "expires_at",
  lastUsedAt: "last_used_at",
  lastUsedAddress: "last_used_address",
};

/** A valid key, with the columns that authenticating a request reads. */
export type ValidNamedKey = Pick<NamedKeyRow, "id" | "scopes" | "userId" | "isRestricted"> & {
  organizationId: string;
  /** The role of the person's account; null without one. */
  role: AccountRole | null;
};

const findByHash = prepareQuery<{ hash: string; now: number }, ValidNamedKey>((db, { hash, now }) =>
  db("named_keys as k")
    .leftJoin("users as u", (on) => {
      on.on("u.organization_id", "k.organization_id").andOn("u.id", "k.user_id");
    })
    .leftJoin("accounts as c", (on) => {
      on.on("c.organization_id", "k.organization_id").andOn("c.user_id", "k.user_id");
    })
    .where("k.hash", hash)
    .whereRaw("(k.expires_at IS NULL OR k.expires_at > ?)", [now])
    .whereRaw("(k.user_id IS NULL OR u.active = 1)")
    .first({
      organizationId: "k.organization_id",
      id: "k.id",
      scopes: "k.scopes",
      userId: "k.user_id",
      isRestricted: "k.is_restricted",
      role: "c.role",
    }),
);

/** Finds the key with this SHA-256 (hex) that has not expired and whose person, if any, is active. */
export const findNamedKeyByHash = async (
  db: Db,
  hash: string,
  now: number,
): Promise<ValidNamedKey | undefined> => (await findByHash(db, { hash, now }))[0];

/**
 * Lists the organization's keys, or one person's, by name, then id. The number of keys is limited, so the list has no
 * pages.
 */
export const listNamedKeys = async (
  db: Db,
  organizationId: string,
  userId?: string,
): Promise<NamedKeyRow[]> => {
  const query = db("named_keys").select(columns).where("organization_id", organizationId);
  if (userId !== undefined) query.where("user_id", userId);
  return query.orderBy(["name", "id"]);
};

export const findNamedKey = async (
  db: Db,
  organizationId: string,
  id: string,
): Promise<NamedKeyRow | undefined> =>
  db("named_keys").where({ organization_id: organizationId, id }).first(columns);

/** Counts the keys of a person; with null, the keys of programs. */
export const countNamedKeys = async (
  db: Db,
  organizationId: string,
  userId: string | null,
): Promise<number> => {
  const [row] = await db("named_keys")
    .where({ organization_id: organizationId, user_id: userId })
    .count({ keys: "id" });
  return Number(row!["keys"]);
};

/** Inserts a key. `teamIds` undefined: not limited to teams. */
export const insertNamedKey = async (
  trx: Db,
  organizationId: string,
  key: Pick<
    NamedKeyRow,
    "id" | "name" | "prefix" | "scopes" | "userId" | "createdAt" | "expiresAt"
  > & {
    hash: string;
    teamIds: readonly string[] | undefined;
  },
): Promise<void> => {
  await trx("named_keys").insert({
    organization_id: organizationId,
    id: key.id,
    name: key.name,
    hash: key.hash,
    prefix: key.prefix,
    scopes: key.scopes,
    user_id: key.userId,
    is_restricted: key.teamIds ? 1 : 0,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
  });
  const teams = (key.teamIds ?? []).map((teamId) => ({
    organization_id: organizationId,
    key_id: key.id,
    team_id: teamId,
  }));
  await insertAll(trx, "named_key_teams", teams);
};

/** Deletes a key. Returns false without such a key. */
export const deleteNamedKey = async (
  trx: Db,
  organizationId: string,
  id: string,
): Promise<boolean> =>
  (await trx("named_keys").where({ organization_id: organizationId, id }).delete()) > 0;

/** Deletes the keys of a person. */
export const deleteKeysOfUser = async (
  trx: Db,
  organizationId: string,
  userId: string,
): Promise<void> => {
  await trx("named_keys").where({ organization_id: organizationId, user_id: userId }).delete();
};

/** A team that a key is for. */
export interface KeyTeamRow {
  keyId: string;
  teamId: string;
  name: string;
}

/** Loads the teams of restricted keys, by name, then id. */
export const loadKeyTeams = async (
  db: Db,
  organizationId: string,
  keyIds: readonly string[],
): Promise<KeyTeamRow[]> =>
  db("named_key_teams as k")
    .join("teams as t", (on) =>
      on.on("t.organization_id", "k.organization_id").andOn("t.id", "k.team_id"),
    )
    .select({ keyId: "k.key_id", teamId: "t.id", name: "t.name" })
    .where("k.organization_id", organizationId)
    .where(inList(db, "k.key_id", keyIds))
    .orderBy(["t.name", "t.id"]);

/** A use of a key, given by its digest. */
export interface NamedKeyUse {
  organizationId: string;
  hash: string;
  address: string | null;
}

/** Records that keys were in use at this time. An older time never overwrites a newer one. */
export const recordNamedKeyUses = async (
  trx: Db,
  uses: readonly NamedKeyUse[],
  at: number,
): Promise<void> => {
  // One lock order prevents deadlocks between processes that write at the same time.
  for (const { organizationId, hash, address } of uses.toSorted((a, b) =>
    a.hash < b.hash ? -1 : 1,
  ))
    await trx("named_keys")
      .where({ organization_id: organizationId, hash })
      .whereRaw("coalesce(last_used_at, 0) < ?", [at])
      .update({ last_used_at: at, last_used_address: address });
};
