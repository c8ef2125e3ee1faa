import { createCipheriv, createDecipheriv, createHmac, randomBytes, randomUUID } from "node:crypto";
import { existsSync, linkSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import type { Config } from "./config.js";
import { ConfigError } from "./config-error.js";
import type { Vault } from "../../../graph/core/ports.js";

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const SEAL_VERSION = "v1.";

/** Derives a separate key, because one key must not serve two algorithms. */
const deriveDigestKey = (key: Buffer): Buffer =>
  createHmac("sha256", key).update("debrief digests").digest();

/** Creates a vault: AES-256-GCM under one key. A sealed text is version, nonce, tag and ciphertext. */
export const createVault = (key: Buffer, digestKey = deriveDigestKey(key)): Vault => ({
  digest: (text) => createHmac("sha256", digestKey).update(text).digest("base64url"),
  seal: (text) => {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv("aes-256-gcm", key, iv);
    const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return SEAL_VERSION + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
  },
  open: (sealed) => {
    const bytes = Buffer.from(sealed.slice(SEAL_VERSION.length), "base64url");
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, IV_BYTES));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString("utf8");
  },
});

/** Creates the key file atomically. Doesn't replace a file that another process creates meanwhile. */
const writeNewKey = (file: string): void => {
  const draft = `${file}.${randomUUID()}`;
  const text = `${randomBytes(KEY_BYTES).toString("hex")}\n`;
  writeFileSync(draft, text, { mode: 0o600, flag: "wx", flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    unlinkSync(draft);
  }
};

/** Reads the key file, or creates it with mode 0600. */
const readOrCreateKey = (file: string): Buffer => {
  if (!existsSync(file)) writeNewKey(file);
  const text = readFileSync(file, "utf8").trim();
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new ConfigError(`${file} must contain 64 hex digits; restore it from your backup`);
  return Buffer.from(text, "hex");
};

/** Returns whether the key file exists; true if the key isn't stored in a file. */
export const hasVaultKey = ({ secretKey, databaseUrl }: Config): boolean =>
  secretKey !== undefined ||
  !databaseUrl.startsWith("sqlite:") ||
  databaseUrl === "sqlite::memory:" ||
  existsSync(`${databaseUrl.slice("sqlite:".length)}.key`);

/**
 * Opens the vault with the key of DEBRIEF_SECRET_KEY, or of a file beside the SQLite database.
 * @throws ConfigError with PostgreSQL and no key
 */
export const openVault = ({ secretKey, databaseUrl }: Config): Vault => {
  if (secretKey !== undefined) return createVault(Buffer.from(secretKey, "hex"));
  if (!databaseUrl.startsWith("sqlite:"))
    throw new ConfigError(
      "DEBRIEF_SECRET_KEY is required with PostgreSQL; create one with: openssl rand -hex 32",
    );
  const file = databaseUrl.slice("sqlite:".length);
  return createVault(file === ":memory:" ? randomBytes(KEY_BYTES) : readOrCreateKey(`${file}.key`));
};
