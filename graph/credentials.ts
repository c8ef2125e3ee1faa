import { createHmac, hash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Db } from "../db/connect.js";
import { organizationByDialerToken, organizationByKey } from "../db/keys.js";
import { tokenByHash } from "../db/tokens.js";
import type { Credential, Services } from "./context.js";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_BYTES = 32;
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

/** API key, internal token, operator token. */
export type Prefix = "dbk_" | "dbi_" | "dbo_";

const base62 = (value: bigint, length: number): string => {
  let text = "";
  for (let rest = value; rest > 0n; rest /= 62n) text = BASE62[Number(rest % 62n)]! + text;
  return text.padStart(length, "0");
};

// Every request looks at one: in plain numbers that is a tenth of the work.
const checksum = (secret: string): string => {
  let rest = crc32(secret);
  let text = "";
  for (let digit = 0; digit < CHECKSUM_LENGTH; digit += 1) {
    text = BASE62[rest % 62]! + text;
    rest = Math.floor(rest / 62);
  }
  return text;
};

/** `dbk_` (or another prefix), 32 random bytes in base62, and a CRC-32 of these, as GitHub's tokens. */
export const newSecret = (prefix: Prefix, randomBytes: (count: number) => Buffer): string => {
  const secret = base62(BigInt(`0x${randomBytes(SECRET_BYTES).toString("hex")}`), SECRET_LENGTH);
  return prefix + secret + checksum(secret);
};

const isWellFormed = (text: string): boolean => {
  const secret = text.slice(4, 4 + SECRET_LENGTH);
  return (
    /^db[kio]_[0-9A-Za-z]{49}$/.test(text) && text.slice(4 + SECRET_LENGTH) === checksum(secret)
  );
};

/** What is stored in a secret's place: its SHA-256 in hex. */
export const digest = (secret: string): string => hash("sha256", secret);

const derive = (key: string, message: string): Buffer =>
  createHmac("sha256", key).update(message).digest();

/** The token in the dialer's webhook URL. */
export const dialerToken = (key: string): string => derive(key, "dialer").toString("base64url");

/** The organization's signing secret, in the form of Standard Webhooks. */
export const signingSecret = (key: string): string =>
  `whsec_${derive(key, "webhook").toString("base64")}`;

type Find = (db: Db, hash: string) => Promise<string | undefined>;

const integration = async (
  { db, keyUsed }: Services,
  find: Find,
  secret: string,
): Promise<Credential | undefined> => {
  const hash = digest(secret);
  const organizationId = await find(db, hash);
  if (organizationId === undefined) return undefined;
  keyUsed(organizationId, hash);
  return { role: "integration", organizationId };
};

/** Whose API key this is; undefined for anything else. One indexed look-up by digest. */
export const byApiKey = async (services: Services, key: string): Promise<Credential | undefined> =>
  key.startsWith("dbk_") && isWellFormed(key)
    ? integration(services, organizationByKey, key)
    : undefined;

/** Whose dialer token this is. */
export const byDialerToken = async (
  services: Services,
  token: string,
): Promise<Credential | undefined> => integration(services, organizationByDialerToken, token);

/** Whose internal or operator token this is. */
export const byToken = async (db: Db, token: string): Promise<Credential | undefined> =>
  isWellFormed(token) ? tokenByHash(db, digest(token)) : undefined;
