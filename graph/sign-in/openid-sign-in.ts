import type { Db } from "../../db/engine/connect.js";
import { write } from "../../db/engine/write.js";
import {
  type AccountRow,
  findAccountByUserId,
  hasOtherAdmin,
  updateAccount,
} from "../../db/sign-in/accounts.js";
import { findAccountIdByIdentity } from "../../db/sign-in/identities.js";
import { writeAuditEntry } from "../access/audit.js";
import type { Services } from "../context/context.js";
import type { Browser } from "../core/ports.js";
import { isSubject, type OpenIdClaims, type OpenIdPolicy, readRole } from "./openid-claims.js";
import { linkIdentity, type OpenIdServices, requireProvenEmail } from "./openid-link.js";
import { OpenIdRefusal } from "./openid-refusal.js";
import { openSession } from "./sessions.js";

type SignedIn = Awaited<ReturnType<typeof openSession>>;
type Page = Pick<Browser, "ipAddress" | "userAgent">;

/** Gives the account the role of the claims, if a claim is configured. The last admin with a password stays one. */
const applyRole = async (
  trx: Db,
  services: Pick<Services, "newId" | "now">,
  account: AccountRow,
  { policy, claims, page }: { policy: OpenIdPolicy; claims: OpenIdClaims; page: Page },
): Promise<void> => {
  if (!policy.role) return;
  const { organizationId, userId, email } = account;
  const role = readRole(policy, claims);
  if (!role) throw new OpenIdRefusal("no_role", account);
  if (role === account.role) return;
  if (account.role === "admin" && !(await hasOtherAdmin(trx, organizationId, userId))) return;
  await updateAccount(trx, organizationId, { userId, role, now: services.now() });
  const actor = { kind: "program", userId: null, ipAddress: page.ipAddress } as const;
  const change = { action: "account.role_changed", subject: email, detail: "openid" } as const;
  await writeAuditEntry(trx, services, organizationId, actor, change);
};

const requireActive = (account: AccountRow): AccountRow => {
  if (!account.active) throw new OpenIdRefusal("user_inactive", account);
  return account;
};

/**
 * Opens a session for the person of validated claims. The identity, issuer and subject, finds the account; the first
 * time, a proven e-mail does, or the domain creates one. @throws OpenIdRefusal
 */
export const signInByOpenId = async (
  services: OpenIdServices,
  policy: OpenIdPolicy,
  claims: OpenIdClaims,
  page: Page,
): Promise<SignedIn> => {
  const { db } = services;
  if (!isSubject(claims.sub)) throw new OpenIdRefusal("answer_invalid");
  const identity = { issuer: claims.iss, subject: claims.sub };
  const parts = { policy, claims, page };
  const known = await findAccountIdByIdentity(db, identity);
  const first = known ? undefined : await requireProvenEmail(services, policy, claims);
  const organizationId = known?.organizationId ?? first!.organizationId;
  const session = await write(db, organizationId, async (trx) => {
    // The same person may have signed in for the first time just now, in another window.
    const bound = await findAccountIdByIdentity(trx, identity);
    const account = bound
      ? await findAccountByUserId(trx, organizationId, bound.userId)
      : await linkIdentity(trx, services, { ...parts, ...first! });
    // The account was deleted since.
    if (!account) throw new OpenIdRefusal("no_access");
    requireActive(account);
    await applyRole(trx, services, account, parts);
    const current = (await findAccountByUserId(trx, organizationId, account.userId))!;
    return openSession(trx, services, current, page, "openid");
  });
  // Calls may wait for a user with this e-mail.
  if (first?.mayJoin) services.onNumbersChanged(organizationId);
  return session;
};
