import type { Db } from "../db/connect.js";
import { deleteEndedSessions, insertSession, sessionByHash, touchSession } from "../db/sessions.js";
import { deleteEndedSetupLink } from "../db/setup-links.js";
import { transact } from "../db/write.js";
import { note } from "./auditing.js";
import type { Browser, Context, Credential, Services } from "./context.js";
import { digest } from "./credentials.js";
import { Failure } from "./errors.js";

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;
const HOLDS_MS = 30 * 24 * 60 * 60_000;
const IDLE_MS = 12 * 60 * 60_000;
const TOUCH_MS = 60_000;
const AGENT_CHARACTERS = 256;

/** 32 random bytes in base64url; what is stored of it is its digest. */
export const newToken = (randomBytes: (count: number) => Buffer): string =>
  randomBytes(TOKEN_BYTES).toString("base64url");

/** Since when a session must have been used to hold now. */
export const holding = (now: number): { now: number; idleSince: number } => ({
  now,
  idleSince: now - IDLE_MS,
});

/** Opens a session of an admin, and has the browser remember its token. */
export const openSession = async (
  trx: Db,
  { newId, now: clock, randomBytes }: Pick<Services, "newId" | "now" | "randomBytes">,
  { organizationId, userId }: { organizationId: string; userId: string },
  { address, agent }: Pick<Browser, "address" | "agent">,
): Promise<{ token: string; expiresAt: number }> => {
  const token = newToken(randomBytes);
  const now = clock();
  const expiresAt = now + HOLDS_MS;
  await insertSession(trx, organizationId, {
    id: newId(),
    userId,
    hash: digest(token),
    address,
    agent: agent.slice(0, AGENT_CHARACTERS).toWellFormed(),
    createdAt: now,
    lastUsedAt: now,
    expiresAt,
  });
  const actor = { kind: "admin", userId, address } as const;
  await note(trx, { newId, now: clock }, organizationId, actor, { action: "session.signed_in" });
  return { token, expiresAt };
};

/** Whose session this token is, where it holds: 30 days, and 12 hours after it was last used. */
export const bySession = async (
  { db, now: clock }: Pick<Services, "db" | "now">,
  token: string,
): Promise<Credential | undefined> => {
  if (!TOKEN.test(token)) return undefined;
  const hash = digest(token);
  const now = clock();
  const found = await sessionByHash(db, hash, holding(now));
  if (!found) return undefined;
  const { organizationId, id, userId, lastUsedAt } = found;
  if (now - lastUsedAt >= TOUCH_MS)
    // Where it cannot be written now, a later request does: what is read needs no disk.
    await transact(db, (trx) => touchSession(trx, organizationId, id, now)).catch(() => {});
  return { role: "internal", organizationId, hash, sessionId: id, userId };
};

/** Deletes the sessions and the set-up link of an organization that hold no more. */
export const deleteEndedAccess = async (
  trx: Db,
  organizationId: string,
  now: number,
): Promise<void> => {
  await deleteEndedSessions(trx, organizationId, holding(now));
  await deleteEndedSetupLink(trx, organizationId, now);
};

/** The session that asks. @throws FORBIDDEN where it is a token that asks, and no admin */
export const sessionOf = ({
  sessionId,
  userId,
  browser,
}: Context): { sessionId: string; userId: string; browser: Browser } => {
  if (sessionId === undefined || userId === undefined || !browser)
    throw new Failure("FORBIDDEN", "Only an admin who has signed in may do this");
  return { sessionId, userId, browser };
};
