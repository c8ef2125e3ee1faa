import { ACCOUNT_ROLES, type AccountRole } from "../../db/sign-in/account-roles.js";
import { isEmail } from "../people/is-email.js";

/** The operator's settings for a trusted provider. */
export interface OpenIdPolicy {
  /** The organization, by name or id, whose users may join with an e-mail of the domain; null: the only one. */
  allowedDomains: ReadonlyMap<string, string | null>;
  /** Domains whose e-mails count as verified although the provider doesn't mark them as verified. */
  trustedDomains: ReadonlySet<string>;
  /** The claim that decides the role at each sign-in; undefined: a user who joins by a domain is a rep. */
  role: { claim: string; values: ReadonlyMap<string, AccountRole> } | undefined;
}

/** Claims of a validated ID token, and of the userinfo endpoint. */
export type OpenIdClaims = Readonly<Record<string, unknown>> & { iss: string; sub: string };

export const GOOGLE_ISSUER = "https://accounts.google.com";
const GOOGLE_MAILBOX = /@(gmail|googlemail)\.com$/i;
const MAX_NAME_CHARACTERS = 200;
/** Of an address, by RFC 5321. */
const MAX_EMAIL_CHARACTERS = 254;
/** Of a subject, by OpenID Connect Core 1.0, section 2. */
const MAX_SUBJECT_CHARACTERS = 255;
/** The databases store halves of surrogate pairs as one same character, and PostgreSQL stores no NUL. */
const UNSTORABLE = /[\p{Cc}\p{Cs}]/u;

export const domainOf = (email: string): string =>
  email.slice(email.lastIndexOf("@") + 1).toLowerCase();

/** Returns the e-mail of the claims; undefined without a valid one. */
export const readEmail = ({ email }: OpenIdClaims): string | undefined =>
  typeof email === "string" && email.length <= MAX_EMAIL_CHARACTERS && isEmail(email)
    ? email
    : undefined;

/** Returns whether the subject names one person: providers send an empty one if its attribute has no value. */
export const isSubject = (sub: string): boolean =>
  sub.trim() !== "" && sub.length <= MAX_SUBJECT_CHARACTERS && !UNSTORABLE.test(sub);

const isTrue = (value: unknown): boolean => value === true || value === "true";
const isFalse = (value: unknown): boolean => value === false || value === "false";

/**
 * Returns whether the e-mail is proven to belong to the person. Google has checked the address of a personal account
 * once, and keeps it when the person has left the company: it is authoritative for its own mailboxes, and for accounts
 * of a Workspace (`hd`) only. See https://developers.google.com/identity/openid-connect/openid-connect.
 */
export const isEmailProven = (
  { trustedDomains }: Pick<OpenIdPolicy, "trustedDomains">,
  claims: OpenIdClaims,
  email: string,
): boolean => {
  const { email_verified: verified, hd, iss } = claims;
  if (isFalse(verified)) return false;
  if (!isTrue(verified)) return trustedDomains.has(domainOf(email));
  return (
    iss !== GOOGLE_ISSUER || GOOGLE_MAILBOX.test(email) || (typeof hd === "string" && hd !== "")
  );
};

/** Reads a claim by its name, else by a path such as realm_access.roles. */
const readClaim = (claims: OpenIdClaims, name: string): unknown => {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const key of name.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
};

/** Returns the highest role that the claims grant; undefined if they grant none, or no claim is configured. */
export const readRole = ({ role }: OpenIdPolicy, claims: OpenIdClaims): AccountRole | undefined => {
  if (!role) return undefined;
  const value = readClaim(claims, role.claim);
  const granted = new Set(
    (Array.isArray(value) ? value : [value]).map((text: unknown) =>
      typeof text === "string" ? role.values.get(text) : undefined,
    ),
  );
  return ACCOUNT_ROLES.find((name) => granted.has(name));
};

/** Returns the person's name on one line, for a new user; by default the e-mail. */
export const readName = ({ name }: OpenIdClaims, email: string): string => {
  const text = typeof name === "string" ? name.toWellFormed().replace(/[\s\p{C}]+/gu, " ") : "";
  return Array.from(text.trim()).slice(0, MAX_NAME_CHARACTERS).join("").trim() || email;
};
