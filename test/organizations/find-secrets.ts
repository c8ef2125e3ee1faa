import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "../../db/engine/connect.js";
import { tables } from "../../db/schema/tables.js";
import { dialect } from "../helpers/engine/database.js";
import type { Installation } from "../helpers/server/program.js";

const withoutPadding = (text: string): string => text.replace(/=+$/, "");

/** Builds the base64 fragments of a text for each alignment within a longer text. */
const buildBase64Fragments = (text: string): string[] =>
  [0, 1, 2].map((before) => {
    const encoded = withoutPadding(Buffer.from("\0".repeat(before) + text).toString("base64"));
    // The characters at the ends depend on the neighbouring bytes.
    return encoded.slice(Math.ceil((before * 8) / 6), -1);
  });

const toUrlSafe = (text: string): string => text.replaceAll("+", "-").replaceAll("/", "_");

/** Builds all encodings in which a secret might appear. */
const buildSecretForms = (secret: string): string[] => {
  const bare = secret.replace(/^(dbk_|dbs_|dbi_|dbo_|whsec_)/, "");
  const hex = Buffer.from(bare).toString("hex");
  const bytes = secret.startsWith("whsec_") ? [Buffer.from(bare, "base64").toString("hex")] : [];
  const plain = [bare, encodeURIComponent(bare), toUrlSafe(withoutPadding(bare)), hex, ...bytes];
  return [
    ...plain,
    ...plain.map((form) => form.toUpperCase()),
    ...buildBase64Fragments(bare),
  ].flatMap((form) => [form, toUrlSafe(form)]);
};

/** Returns the names of the secrets that appear in a text in any encoding. */
export const findSecrets = (text: string, secrets: Record<string, string>): string[] =>
  Object.entries(secrets)
    .filter(([, secret]) => buildSecretForms(secret).some((form) => text.includes(form)))
    .map(([name]) => name);

/** Reads all bytes of the database: its files while in use, or all rows. */
export const readStoredBytes = async ({ databaseUrl, dataDir }: Installation): Promise<string> => {
  if (dialect === "sqlite")
    return ["debrief.db", "debrief.db-wal", "debrief.db-shm"]
      .map((name) => join(dataDir, name))
      .map((file) => (existsSync(file) ? readFileSync(file, "latin1") : ""))
      .join("\n");
  const db = connect(databaseUrl);
  try {
    const rows = await Promise.all(tables.map(({ name }) => db(name).select("*")));
    return JSON.stringify(rows);
  } finally {
    await db.destroy();
  }
};
