import type { Db } from "./connect.js";
import { prepared } from "./prepared.js";

export interface SessionRow {
  id: string;
  userId: string;
  /** Null where it is not known. */
  address: string | null;
  /** As the browser calls itself. */
  agent: string;
  createdAt: number;
  lastUsedAt: number;
  expiresAt: number;
}

const columns = {
  id: "id",
  userId: "user_id",
  address: "address",
  agent: "agent",
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
    address: session.address,
    agent: session.agent,
    created_at: session.createdAt,
    last_used_at: session.lastUsedAt,
    expires_at: session.expiresAt,
  });
};

/** What is asked of a session with each request of it. */
export interface FoundSession {
  organizationId: string;
  id: string;
  userId: string;
  lastUsedAt: number;
}

const byHash = prepared<{ hash: string; now: number; idleSince: number }, FoundSession>(
  (db, { hash, now, idleSince }) =>
    db("sessions as s")
      .join("users as u", (on) => {
        on.on("u.organization_id", "s.organization_id").andOn("u.id", "s.user_id");
      })
      .where("s.hash", hash)
      .where("s.expires_at", ">", now)
      .where("s.last_used_at", ">", idleSince)
      .where("u.active", 1)
      .first({
        organizationId: "s.organization_id",
        id: "s.id",
        userId: "s.user_id",
        lastUsedAt: "s.last_used_at",
      }),
);

/** The session whose token has this SHA-256 (hex), where it holds and its user is active. */
export const sessionByHash = async (
  db: Db,
  hash: string,
  { now, idleSince }: { now: number; idleSince: number },
): Promise<FoundSession | undefined> => (await byHash(db, { hash, now, idleSince }))[0];

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

/** Those of an admin that hold, the last used first. */
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

/** Whether the admin had such a session. */
export const deleteSession = async (
  trx: Db,
  organizationId: string,
  userId: string,
  id: string,
): Promise<boolean> =>
  (await trx("sessions").where({ organization_id: organizationId, user_id: userId, id }).delete()) >
  0;

/** Ends the sessions of a user, but for the one that is to stay. */
export const deleteSessions = async (
  trx: Db,
  organizationId: string,
  userId: string,
  staying?: string,
): Promise<void> => {
  const sessions = trx("sessions").where({ organization_id: organizationId, user_id: userId });
  if (staying !== undefined) sessions.whereNot("id", staying);
  await sessions.delete();
};

/** Deletes sessions that hold no more. They are few: nobody makes one without a password. */
export const deleteEndedSessions = async (
  trx: Db,
  organizationId: string,
  { now, idleSince }: { now: number; idleSince: number },
): Promise<void> => {
  await trx("sessions")
    .where("organization_id", organizationId)
    .where((ended) => {
      ended.where("expires_at", "<=", now).orWhere("last_used_at", "<=", idleSince);
    })
    .delete();
};
