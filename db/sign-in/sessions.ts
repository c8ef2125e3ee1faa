import type { Db } from "../engine/connect.js";
import { prepareQuery } from "../engine/prepared.js";
import type { AccountRole } from "./account-roles.js";

export interface SessionRow {
  id: string;
  userId: string;
  /** Null if unknown. */
  ipAddress: string | null;
  /** The browser's User-Agent header. */
  userAgent: string;
  createdAt: number;
  lastUsedAt: number;
  expiresAt: number;
}

const columns = {
  id: "id",
  userId: "user_id",
  ipAddress: "address",
  userAgent: "agent",
  createdAt: "created_at",
  lastUsedAt: "last_used_at",
  expiresAt: "expires_at",
};

export const insertSession = async (
  trx: Db,
  organizationId: string,
  session: SessionRow & { hash: string },
): Promise<void> => {
  await trx("sessions").insert({
    organization_id: organizationId,
    id: session.id,
    user_id: session.userId,
    hash: session.hash,
    address: session.ipAddress,
    agent: session.userAgent,
    created_at: session.createdAt,
    last_used_at: session.lastUsedAt,
    expires_at: session.expiresAt,
  });
};

/** The columns that authenticating a request reads. */
export interface ActiveSession {
  organizationId: string;
  id: string;
  userId: string;
  role: AccountRole;
  lastUsedAt: number;
}

const findByHash = prepareQuery<{ hash: string; now: number; idleSince: number }, ActiveSession>(
  (db, { hash, now, idleSince }) =>
    db("sessions as s")
      .join("users as u", (on) => {
        on.on("u.organization_id", "s.organization_id").andOn("u.id", "s.user_id");
      })
      .join("accounts as c", (on) => {
        on.on("c.organization_id", "s.organization_id").andOn("c.user_id", "s.user_id");
      })
      .where("s.hash", hash)
      .where("s.expires_at", ">", now)
      .where("s.last_used_at", ">", idleSince)
      .where("u.active", 1)
      .first({
        organizationId: "s.organization_id",
        id: "s.id",
        userId: "s.user_id",
        role: "c.role",
        lastUsedAt: "s.last_used_at",
      }),
);

/** Finds the valid session whose token has this SHA-256 (hex) and whose user is active. */
export const findSessionByHash = async (
  db: Db,
  hash: string,
  { now, idleSince }: { now: number; idleSince: number },
): Promise<ActiveSession | undefined> => (await findByHash(db, { hash, now, idleSince }))[0];

export const touchSession = async (
  trx: Db,
  organizationId: string,
  id: string,
  now: number,
): Promise<void> => {
  await trx("sessions")
    .where({ organization_id: organizationId, id })
    .update({ last_used_at: now });
};

/** Lists an admin's valid sessions, last used first. */
export const listSessions = async (
  db: Db,
  organizationId: string,
  userId: string,
  { now, idleSince }: { now: number; idleSince: number },
): Promise<SessionRow[]> =>
  db("sessions")
    .select(columns)
    .where({ organization_id: organizationId, user_id: userId })
    .where("expires_at", ">", now)
    .where("last_used_at", ">", idleSince)
    .orderBy([{ column: "last_used_at", order: "desc" }, "id"]);

/** Deletes one session of an admin. Returns false without such a session. */
export const deleteSession = async (
  trx: Db,
  organizationId: string,
  userId: string,
  id: string,
): Promise<boolean> =>
  (await trx("sessions").where({ organization_id: organizationId, user_id: userId, id }).delete()) >
  0;

/** Deletes a user's sessions except `keptSessionId`. */
export const deleteSessions = async (
  trx: Db,
  organizationId: string,
  userId: string,
  keptSessionId?: string,
): Promise<void> => {
  const sessions = trx("sessions").where({ organization_id: organizationId, user_id: userId });
  if (keptSessionId !== undefined) sessions.whereNot("id", keptSessionId);
  await sessions.delete();
};

/** Deletes expired and idle sessions. They are few, since each one required a password. */
export const deleteExpiredSessions = async (
  trx: Db,
  organizationId: string,
  { now, idleSince }: { now: number; idleSince: number },
): Promise<void> => {
  await trx("sessions")
    .where("organization_id", organizationId)
    .where((isInvalid) => {
      isInvalid.where("expires_at", "<=", now).orWhere("last_used_at", "<=", idleSince);
    })
    .delete();
};
