import type { Db } from "../../db/engine/connect.js";
import {
  deleteExpiredSessions,
  insertSession,
  findSessionByHash,
  touchSession,
} from "../../db/sign-in/sessions.js";
import type { AccountRole } from "../../db/sign-in/account-roles.js";
import { findAccountByUserId } from "../../db/sign-in/accounts.js";
import { deleteExpiredAccountLinks } from "../../db/sign-in/account-links.js";
import { deleteExpiredSetupLink } from "../../db/sign-in/setup-links.js";
import { loadViewerScope } from "../../db/sign-in/viewers.js";
import { transact } from "../../db/engine/write.js";
import { writeAuditEntry } from "../access/audit.js";
import type { Context, Services } from "../context/context.js";
import type { Browser } from "../core/ports.js";
import type { Credential } from "../core/credential.js";
import { hashSecret } from "../access/credentials.js";
import { Failure } from "../core/errors.js";
import { SIGN_IN_LIMITS } from "./sign-in-limits.js";

const TOKEN_BYTES = 32;
const TOKEN_PATTERN = /^[\w-]{43}$/;
const TOUCH_INTERVAL_MS = 60_000;
const MAX_USER_AGENT_CHARACTERS = 256;

/** Generates 32 random bytes in base64url. Only the token's digest is stored. */
export const generateToken = (randomBytes: (count: number) => Buffer): string =>
  randomBytes(TOKEN_BYTES).toString("base64url");

/** Builds the limits of a valid session: not expired at `now`, and used since `idleSince`. */
export const buildSessionLimits = (now: number): { now: number; idleSince: number } => ({
  now,
  idleSince: now - SIGN_IN_LIMITS.idleSessionMs,
});

/** How a user signs in: `link` means a set-up, invitation or reset link. */
type SignInWay = "password" | "link" | "openid";

/** Inserts a session of a user. Returns its token, for the browser's cookie, and its end in milliseconds. */
export const openSession = async (
  trx: Db,
  { newId, now: clock, randomBytes }: Pick<Services, "newId" | "now" | "randomBytes">,
  { organizationId, userId }: { organizationId: string; userId: string },
  { ipAddress, userAgent }: Pick<Browser, "ipAddress" | "userAgent">,
  way: SignInWay,
): Promise<{ token: string; expiresAt: number }> => {
  const token = generateToken(randomBytes);
  const now = clock();
  const expiresAt = now + SIGN_IN_LIMITS.sessionMs;
  await insertSession(trx, organizationId, {
    id: newId(),
    userId,
    hash: hashSecret(token),
    ipAddress,
    userAgent: userAgent.slice(0, MAX_USER_AGENT_CHARACTERS).toWellFormed(),
    createdAt: now,
    lastUsedAt: now,
    expiresAt,
  });
  const actor = { kind: "admin", userId, ipAddress } as const;
  await writeAuditEntry(trx, { newId, now: clock }, organizationId, actor, {
    action: "session.signed_in",
    detail: way,
  });
  return { token, expiresAt };
};

const buildPersonsCredential = async (
  db: Db,
  { organizationId, userId, role }: { organizationId: string; userId: string; role: AccountRole },
): Promise<Credential> => {
  if (role === "admin") return { organizationId, userId, role: "internal" };
  const scope = await loadViewerScope(db, organizationId, { userId, role });
  return { organizationId, userId, role: "member", isManager: role === "manager", scope };
};

/** Returns the credential of a session token; undefined after 30 days, or 12 hours without use. */
export const authenticateSession = async (
  { db, now: clock }: Pick<Services, "db" | "now">,
  token: string,
): Promise<Credential | undefined> => {
  if (!TOKEN_PATTERN.test(token)) return undefined;
  const hash = hashSecret(token);
  const now = clock();
  const session = await findSessionByHash(db, hash, buildSessionLimits(now));
  if (!session) return undefined;
  const { organizationId, id, lastUsedAt } = session;
  if (now - lastUsedAt >= TOUCH_INTERVAL_MS)
    // A read must not fail because the disk refuses this write; a later request writes it.
    await transact(db, (trx) => touchSession(trx, organizationId, id, now)).catch(() => {});
  return { ...(await buildPersonsCredential(db, session)), hash, sessionId: id };
};

/** Returns what a user may do who isn't there, for work that they began; undefined without an account. */
export const loadPersonsCredential = async (
  db: Db,
  organizationId: string,
  userId: string,
): Promise<Credential | undefined> => {
  const account = await findAccountByUserId(db, organizationId, userId);
  return account && buildPersonsCredential(db, { organizationId, userId, role: account.role });
};

/** Deletes the organization's expired sessions and links. */
export const deleteExpiredAccess = async (
  trx: Db,
  organizationId: string,
  now: number,
): Promise<void> => {
  await deleteExpiredSessions(trx, organizationId, buildSessionLimits(now));
  await deleteExpiredSetupLink(trx, organizationId, now);
  await deleteExpiredAccountLinks(trx, organizationId, now);
};

/** Returns the request's session. @throws FORBIDDEN for tokens */
export const requireSession = ({
  sessionId,
  userId,
  browser,
}: Context): { sessionId: string; userId: string; browser: Browser } => {
  if (sessionId === undefined || userId === undefined || !browser)
    throw new Failure("FORBIDDEN", "Requires a session");
  return { sessionId, userId, browser };
};
