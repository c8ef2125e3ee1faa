import { randomBytes } from "node:crypto";
import type { TableRow } from "../../../db/schema/tables.js";
import type { Vault } from "../../../graph/core/ports.js";

type SecretTransform = (text: string) => string;

const mapPreviousSecrets = (text: string, transform: SecretTransform): string =>
  JSON.stringify(
    (JSON.parse(text) as [string, number][]).map(([secret, until]) => [transform(secret), until]),
  );

/** Maps a row's signing secrets: a sealed secret can only be opened with the key of its vault. */
const mapSecrets = (table: string, row: TableRow, transform: SecretTransform): TableRow => {
  if (table === "api_keys")
    return { ...row, signing_secret: transform(String(row["signing_secret"])) };
  if (table === "dialer_secrets" || table === "dialer_media_credentials")
    return { ...row, secret: transform(String(row["secret"])) };
  if (table === "calendars") return { ...row, url: transform(String(row["url"])) };
  if (table !== "webhooks") return row;
  return {
    ...row,
    secret: transform(String(row["secret"])),
    previous_secrets: mapPreviousSecrets(String(row["previous_secrets"]), transform),
  };
};

/**
 * Maps the key of an organization's erased calls. Every export contains it in the clear, because the digests are
 * useless without it; it grants no access.
 */
const mapErasureKey = (table: string, row: TableRow, transform: SecretTransform): TableRow => {
  const key = row["erasure_key"];
  return table === "organizations" && typeof key === "string"
    ? { ...row, erasure_key: transform(key) }
    : row;
};

/** Returns the row with its erasure key in the clear. Opens the vault only for a row with such a key. */
export const openErasureKey = (table: string, row: TableRow, openVault: () => Vault): TableRow =>
  mapErasureKey(table, row, (text) => openVault().open(text));

export const sealErasureKey = (table: string, row: TableRow, vault: Vault): TableRow =>
  mapErasureKey(table, row, (text) => vault.seal(text));

/** Tables that hold only credentials, or refer to them. */
export const credentialTables = [
  "calendars",
  "calendar_appointments",
  "accounts",
  "identities",
  "named_keys",
  "named_key_teams",
  "dialer_secrets",
  "dialer_media_credentials",
  "api_keys",
  "tokens",
];

export const openSecrets = (table: string, row: TableRow, vault: Vault): TableRow =>
  mapSecrets(table, row, (text) => vault.open(text));

export const sealSecrets = (table: string, row: TableRow, vault: Vault): TableRow =>
  mapSecrets(table, row, (text) => vault.seal(text));

/** Returns the row without its secrets. */
export const stripSecrets = (table: string, row: TableRow): TableRow =>
  table === "webhooks" ? { ...row, secret: "", previous_secrets: "[]" } : row;

const SECRET_BYTES = 32;

/** Returns a row that was exported without secrets, with a new one. */
export const generateSecrets = (table: string, row: TableRow, vault: Vault): TableRow =>
  table === "webhooks"
    ? { ...row, secret: vault.seal(`whsec_${randomBytes(SECRET_BYTES).toString("base64")}`) }
    : row;
