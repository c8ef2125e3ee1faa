import { createHmac, hash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Db } from "../../db/engine/connect.js";
import {
  findOrganizationByDialerToken,
  findOrganizationByApiKey,
} from "../../db/organizations/api-keys.js";
import type { ViewerScope } from "../../db/engine/viewer-scope.js";
import { findNamedKeyByHash, type ValidNamedKey } from "../../db/sign-in/named-keys.js";
import { loadViewerScopeOfKey, loadViewerScope } from "../../db/sign-in/viewers.js";
import type { KeyScope } from "../core/key-scopes.js";
import { findTokenByHash } from "../../db/organizations/tokens.js";
import type { Services } from "../context/context.js";
import type { Credential } from "../core/credential.js";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_BYTES = 32;
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

/** The prefixes of API keys, named keys, internal tokens and operator tokens. */
export type TokenPrefix = "dbk_" | "dbs_" | "dbi_" | "dbo_";

const encodeBase62 = (value: bigint, length: number): string => {
  let text = "";
  for (let rest = value; rest > 0n; rest /= 62n) text = BASE62[Number(rest % 62n)]! + text;
  return text.padStart(length, "0");
};

// Every request checks one; plain numbers take a tenth of the time of bigints.
const computeChecksum = (secret: string): string => {
  let rest = crc32(secret);
  let text = "";
  for (let digit = 0; digit < CHECKSUM_LENGTH; digit += 1) {
    text = BASE62[rest % 62]! + text;
    rest = Math.floor(rest / 62);
  }
  return text;
};

/** Generates a prefix, 32 random bytes in base62 and their CRC-32, the format of GitHub's tokens. */
export const generateSecret = (
  prefix: TokenPrefix,
  randomBytes: (count: number) => Buffer,
): string => {
  const secret = encodeBase62(
    BigInt(`0x${randomBytes(SECRET_BYTES).toString("hex")}`),
    SECRET_LENGTH,
  );
  return prefix + secret + computeChecksum(secret);
};

const isWellFormed = (text: string): boolean => {
  const secret = text.slice(4, 4 + SECRET_LENGTH);
  return (
    /^db[ksio]_[0-9A-Za-z]{49}$/.test(text) &&
    text.slice(4 + SECRET_LENGTH) === computeChecksum(secret)
  );
};

/** Returns the SHA-256 of a secret in hex. Only this digest is stored. */
export const hashSecret = (secret: string): string => hash("sha256", secret);

const deriveBytes = (key: string, message: string): Buffer =>
  createHmac("sha256", key).update(message).digest();

/** Derives the token in the dialer's webhook URL from the API key. */
export const deriveDialerToken = (key: string): string =>
  deriveBytes(key, "dialer").toString("base64url");

/** Derives the organization's signing secret from the API key, in the format of Standard Webhooks. */
export const deriveSigningSecret = (key: string): string =>
  `whsec_${deriveBytes(key, "webhook").toString("base64")}`;

type FindOrganization = (db: Db, hash: string) => Promise<string | undefined>;

const authenticateIntegration = async (
  { db, onKeyUsed }: Services,
  find: FindOrganization,
  secret: string,
): Promise<Credential | undefined> => {
  const hash = hashSecret(secret);
  const organizationId = await find(db, hash);
  if (organizationId === undefined) return undefined;
  onKeyUsed(organizationId, hash);
  return { role: "integration", organizationId };
};

const resolveViewerScopeOfKey = async (
  db: Db,
  { organizationId, id, userId, role, isRestricted }: ValidNamedKey,
): Promise<ViewerScope | undefined> => {
  if (isRestricted === 1) return loadViewerScopeOfKey(db, organizationId, id);
  if (userId === null || role === "admin") return undefined;
  return loadViewerScope(db, organizationId, { userId, role: role ?? "rep" });
};

const authenticateNamedKey = async (
  { db, now, onNamedKeyUsed }: Services,
  secret: string,
  addressOf: (() => string | undefined) | undefined,
): Promise<Credential | undefined> => {
  const hash = hashSecret(secret);
  const key = await findNamedKeyByHash(db, hash, now());
  if (!key) return undefined;
  const { organizationId } = key;
  onNamedKeyUsed({ organizationId, hash, address: addressOf?.() ?? null });
  const scope = await resolveViewerScopeOfKey(db, key);
  const keyScopes = new Set(JSON.parse(key.scopes) as KeyScope[]);
  return {
    role: "integration",
    organizationId,
    keyId: key.id,
    keyScopes,
    ...(key.userId !== null && { personId: key.userId }),
    ...(scope && { scope }),
  };
};

/**
 * Returns the credential of an API key or a named key; undefined for any other text. One indexed lookup by digest.
 * `addressOf`: returns the caller's IP address, which is stored as a named key's last-used address.
 */
export const authenticateApiKey = async (
  services: Services,
  key: string,
  addressOf?: () => string | undefined,
): Promise<Credential | undefined> => {
  if (!isWellFormed(key)) return undefined;
  if (key.startsWith("dbk_"))
    return authenticateIntegration(services, findOrganizationByApiKey, key);
  return key.startsWith("dbs_") ? authenticateNamedKey(services, key, addressOf) : undefined;
};

/** Returns the credential of a dialer token; undefined for any other text. */
export const authenticateDialerToken = async (
  services: Services,
  token: string,
): Promise<Credential | undefined> =>
  authenticateIntegration(services, findOrganizationByDialerToken, token);

/** Returns the credential of an internal or operator token; undefined for any other text. */
export const authenticateToken = async (db: Db, token: string): Promise<Credential | undefined> =>
  isWellFormed(token) ? findTokenByHash(db, hashSecret(token)) : undefined;
