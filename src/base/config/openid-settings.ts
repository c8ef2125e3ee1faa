import { ACCOUNT_ROLES, type AccountRole } from "../../../db/sign-in/account-roles.js";
import { GOOGLE_ISSUER, type OpenIdPolicy } from "../../../graph/sign-in/openid-claims.js";

/** The provider of OpenID Connect, as the operator sets it up. */
export interface OpenIdSettings extends OpenIdPolicy {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The name in the console: Sign in with … */
  name: string;
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const MICROSOFT_HOST = "login.microsoftonline.com";
/** Issuers of Entra that any company, or any person, can sign in to. The last is the tenant of personal accounts. */
const OPEN_TENANT =
  /^\/(common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad)(\/|$)/i;
const DOMAIN = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u;

const splitList = (text: string): string[] =>
  text
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);

/** Parses the issuer. Providers name themselves exactly, so a slash at the end stays. @throws Error after the name */
export const parseIssuer = (text: string): string => {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    throw new Error(
      `must be the issuer's https URL such as ${GOOGLE_ISSUER}, without /.well-known/openid-configuration`,
    );
  if (url.protocol === "http:" && !LOOPBACK.test(url.hostname))
    throw new Error("must be https; http is for 127.0.0.1 and localhost only");
  if (/\/\.well-known\//.test(url.pathname))
    throw new Error("must not end with /.well-known/openid-configuration");
  if (url.hostname === MICROSOFT_HOST && OPEN_TENANT.test(url.pathname))
    throw new Error(
      `must name your tenant, such as https://${MICROSOFT_HOST}/<tenant id>/v2.0: anybody can sign in to this one`,
    );
  return text;
};

const parseDomain = (text: string): string => {
  const domain = text.trim().toLowerCase();
  if (!DOMAIN.test(domain)) throw new Error(`"${text}" isn't a domain such as example.com`);
  return domain;
};

/** Parses domains, each with an organization's name or id after `=`, or alone. @throws Error after the name */
export const parseAllowedDomains = (text: string): ReadonlyMap<string, string | null> =>
  new Map(
    splitList(text).map((entry) => {
      const at = entry.indexOf("=");
      if (at === -1) return [parseDomain(entry), null];
      const organization = entry.slice(at + 1).trim();
      if (organization === "") throw new Error(`"${entry}" names no organization after =`);
      return [parseDomain(entry.slice(0, at)), organization];
    }),
  );

export const parseDomains = (text: string): ReadonlySet<string> =>
  new Set(splitList(text).map(parseDomain));

/** Parses the claim's values and their roles: `sales-leads=manager,staff=rep`. @throws Error after the name */
export const parseRoleValues = (text: string): ReadonlyMap<string, AccountRole> =>
  new Map(
    splitList(text).map((entry) => {
      const at = entry.lastIndexOf("=");
      const role = ACCOUNT_ROLES.find((name) => name === entry.slice(at + 1).trim());
      const value = entry.slice(0, Math.max(at, 0)).trim();
      if (!role || value === "")
        throw new Error(`"${entry}" must be value=role, with the role admin, manager or rep`);
      return [value, role];
    }),
  );

/** Returns the console's default name for a provider. */
export const nameIssuer = (issuer: string): string => {
  const { hostname } = new URL(issuer);
  if (issuer === GOOGLE_ISSUER) return "Google";
  return hostname === MICROSOFT_HOST ? "Microsoft" : hostname;
};
