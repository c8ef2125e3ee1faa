import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from "node:crypto";
import { existsSync, linkSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { type Config, ConfigError } from "./config.js";
import type { Vault } from "../graph/context.js";

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = "v1.";

/** AES-256-GCM under one key; a sealed text is its version, nonce, tag and ciphertext. */
export const createVault = (key: Buffer): Vault => ({
  seal: (text) => {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv("aes-256-gcm", key, iv);
    const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return VERSION + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
  },
  open: (sealed) => {
    const bytes = Buffer.from(sealed.slice(VERSION.length), "base64url");
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, IV_BYTES));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString("utf8");
  },
});

/** Makes the key whole or not at all, and leaves one alone that another process made meanwhile. */
const makeKey = (file: string): void => {
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

/** Reads the key file, or makes it: readable by its owner alone. */
const keyFile = (file: string): Buffer => {
  if (!existsSync(file)) makeKey(file);
  const text = readFileSync(file, "utf8").trim();
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new ConfigError(`${file} must hold 64 hex digits; restore it from your backup`);
  return Buffer.from(text, "hex");
};

/** Whether there is a key already, where it would be a file. */
export const hasKey = ({ secretKey, databaseUrl }: Config): boolean =>
  secretKey !== undefined ||
  !databaseUrl.startsWith("sqlite:") ||
  databaseUrl === "sqlite::memory:" ||
  existsSync(`${databaseUrl.slice("sqlite:".length)}.key`);

/**
 * The vault of this configuration: the key of DEBRIEF_SECRET_KEY, or of a file beside the SQLite
 * database. @throws ConfigError with PostgreSQL and no key
 */
export const openVault = ({ secretKey, databaseUrl }: Config): Vault => {
  if (secretKey !== undefined) return createVault(Buffer.from(secretKey, "hex"));
  if (!databaseUrl.startsWith("sqlite:"))
    throw new ConfigError(
      "DEBRIEF_SECRET_KEY is required with PostgreSQL; make one with: openssl rand -hex 32",
    );
  const file = databaseUrl.slice("sqlite:".length);
  return createVault(file === ":memory:" ? randomBytes(KEY_BYTES) : keyFile(`${file}.key`));
};
