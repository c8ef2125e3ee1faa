import type { Db } from "../../db/engine/connect.js";
import { findUserByEmail, upsertUser } from "../../db/people/users.js";
import { deleteAccountLinks, hasInvitation } from "../../db/sign-in/account-links.js";
import {
  type AccountRow,
  findAccountByEmail,
  findAccountByUserId,
  insertAccount,
  isSignInEnded,
} from "../../db/sign-in/accounts.js";
import { insertIdentity } from "../../db/sign-in/identities.js";
import type { Actor } from "../core/actor.js";
import { writeAuditEntry } from "../access/audit.js";
import type { Services } from "../context/context.js";
import type { Browser } from "../core/ports.js";
import {
  isEmailProven,
  type OpenIdClaims,
  type OpenIdPolicy,
  readEmail,
  readName,
  readRole,
} from "./openid-claims.js";
import { findOrganizationByDomain } from "./openid-organization.js";
import { OpenIdRefusal } from "./openid-refusal.js";

export type OpenIdServices = Pick<
  Services,
  "db" | "newId" | "now" | "onNumbersChanged" | "randomBytes"
>;

/** The e-mail of a person who signs in for the first time, and its organization. */
interface FirstSignIn {
  email: string;
  organizationId: string;
  /** Whether users with an e-mail of its domain may join the organization. */
  mayJoin: boolean;
}

/** Returns the e-mail of the claims, with its organization. @throws OpenIdRefusal if it isn't proven, or unknown */
export const requireProvenEmail = async (
  { db }: OpenIdServices,
  policy: OpenIdPolicy,
  claims: OpenIdClaims,
): Promise<FirstSignIn> => {
  const email = readEmail(claims);
  if (email === undefined) throw new OpenIdRefusal("email_missing");
  const account = await findAccountByEmail(db, email);
  const joined = await findOrganizationByDomain(db, policy, email);
  const organizationId = account?.organizationId ?? joined;
  const target = organizationId === undefined ? undefined : { organizationId, email };
  if (!isEmailProven(policy, claims, email)) throw new OpenIdRefusal("email_unverified", target);
  if (!target) throw new OpenIdRefusal("no_access");
  if (joined !== undefined && joined !== target.organizationId)
    throw new OpenIdRefusal("other_organization", target);
  return { ...target, mayJoin: joined !== undefined };
};

interface Joining extends FirstSignIn {
  policy: OpenIdPolicy;
  claims: OpenIdClaims;
  page: Pick<Browser, "ipAddress">;
}

/** Creates the user, if needed, and the account. The domain alone never makes an admin: that needs the claim. */
const join = async (
  trx: Db,
  services: OpenIdServices,
  { email, organizationId, mayJoin, policy, claims, page }: Joining,
): Promise<void> => {
  const target = { organizationId, email };
  if (!mayJoin) throw new OpenIdRefusal("no_access", target);
  const role = policy.role ? readRole(policy, claims) : "rep";
  if (!role) throw new OpenIdRefusal("no_role", target);
  const existing = await findUserByEmail(trx, organizationId, email);
  if (existing && !existing.active) throw new OpenIdRefusal("user_inactive", target);
  if (existing && (await isSignInEnded(trx, organizationId, existing.id)))
    throw new OpenIdRefusal("access_ended", target);
  const now = services.now();
  const actor: Actor = { kind: "program", userId: null, ipAddress: page.ipAddress };
  if (!existing) {
    const name = readName(claims, email);
    const id = services.newId();
    await upsertUser(trx, organizationId, { id, email, name, role, active: true, now });
    const created = { action: "user.created", subject: email } as const;
    await writeAuditEntry(trx, services, organizationId, actor, created);
  }
  const user = (await findUserByEmail(trx, organizationId, email))!;
  const account = { userId: user.id, email, role, password: null, now };
  if (!(await insertAccount(trx, organizationId, account)))
    throw new OpenIdRefusal("other_organization", target);
  const joined = { action: "account.joined", subject: user.email, detail: "openid" } as const;
  await writeAuditEntry(trx, services, organizationId, actor, joined);
};

/** An account without a password waits for its invitation, or for an e-mail of an allowed domain. */
const validateInvitation = async (
  trx: Db,
  { organizationId, userId, email, password }: AccountRow,
  { mayJoin, now }: { mayJoin: boolean; now: number },
): Promise<void> => {
  if (password !== null || mayJoin) return;
  if (!(await hasInvitation(trx, organizationId, userId, now)))
    throw new OpenIdRefusal("invitation_expired", { organizationId, email });
};

/**
 * Binds the identity to the account of the e-mail, or to a new one. An account that has another identity of the issuer
 * keeps it: the e-mail then belongs to another person. @throws OpenIdRefusal
 */
export const linkIdentity = async (
  trx: Db,
  services: OpenIdServices,
  joining: Joining,
): Promise<AccountRow> => {
  const { email, organizationId, claims, page } = joining;
  if (!(await findAccountByEmail(trx, email))) await join(trx, services, joining);
  const account = await findAccountByEmail(trx, email);
  if (account?.organizationId !== organizationId) throw new OpenIdRefusal("other_organization");
  if (!account.active) throw new OpenIdRefusal("user_inactive", account);
  const now = services.now();
  const { userId } = account;
  const identity = { organizationId, userId, issuer: claims.iss, subject: claims.sub };
  if (!(await insertIdentity(trx, identity, now)))
    throw new OpenIdRefusal("bound_to_another", account);
  await validateInvitation(trx, account, { mayJoin: joining.mayJoin, now });
  // Otherwise, a holder of an invitation link could still set a password.
  if (account.password === null) await deleteAccountLinks(trx, organizationId, userId);
  const actor: Actor = { kind: "program", userId: null, ipAddress: page.ipAddress };
  const linked = { action: "account.identity_linked", subject: account.email } as const;
  await writeAuditEntry(trx, services, organizationId, actor, linked);
  return (await findAccountByUserId(trx, organizationId, userId))!;
};
