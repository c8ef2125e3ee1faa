import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import Database from "better-sqlite3";
import pg from "pg";
import { dialect } from "./database.js";
import { createInstallation, type Installation } from "../server/program.js";

const FOLDER = "test/fixtures/upgrade";

interface Credentials {
  organization: { id: string; name: string };
  apiKey: string;
  signingSecret: string;
  dialerUrl: string;
  internalToken: string;
}

/** The manifest that test/fixtures/upgrade/README.md describes. */
interface Manifest {
  revision: string;
  publicUrl: string;
  acme: Credentials;
  beta: Credentials;
  operatorToken: string;
  admin: { email: string; password: string };
  webhook: { id: string; signingSecret: string };
  ids: Record<"byWindow" | "received", string>;
  rows: Record<"sqlite" | "postgres", Record<string, number>>;
}

/** Intended differences from what the fixture's revision wrote. */
export interface Differences {
  /** A table's rows after the migration; null if the table is removed. */
  rows: Record<string, { rows: number | null; reason: string }>;
  /** Fields that may differ in responses; `*` stands for any segment or list item. */
  answers: { path: string; field: string; reason: string }[];
}

interface RecordedAnswer {
  status: number;
  body: unknown;
}

export interface Upgrade {
  program: Installation;
  manifest: Manifest;
  differences: Differences;
  answers: [path: string, answer: RecordedAnswer][];
  /** The only media file of the first organization. */
  media: Buffer;
}

/** The revisions with a fixture. */
export const revisions: string[] = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const readJson = (...path: string[]): unknown => JSON.parse(readFileSync(join(...path), "utf8"));

const loadDump = async (url: string, sql: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Without values, pg sends all statements at once.
    await client.query(sql);
  } finally {
    await client.end();
  }
};

/** Installs the program over a copy of a revision's data. */
export const installUpgrade = async (revision: string): Promise<Upgrade> => {
  const source = join(FOLDER, revision);
  const manifest = readJson(source, "manifest.json") as Manifest;
  const program = await createInstallation();
  const { dataDir } = program;
  mkdirSync(dataDir, { mode: 0o700 });
  cpSync(join(source, "media"), join(dataDir, "media"), { recursive: true });
  const key = readFileSync(join(source, "debrief.db.key"), "utf8");
  if (dialect === "postgres") {
    await loadDump(program.databaseUrl, readFileSync(join(source, "postgres.sql"), "utf8"));
    program.env["DEBRIEF_SECRET_KEY"] = key.trim();
  } else {
    const database = gunzipSync(readFileSync(join(source, "debrief.db.gz")));
    writeFileSync(join(dataDir, "debrief.db"), database, { mode: 0o600 });
    writeFileSync(join(dataDir, "debrief.db.key"), key, { mode: 0o600 });
  }
  const first = join(dataDir, "first-organization.json");
  cpSync(join(source, "first-organization.json"), first);
  // Git doesn't store file modes.
  chmodSync(first, 0o600);
  program.env["PUBLIC_URL"] = manifest.publicUrl;
  // The maximum: at its start, a server deletes older deliveries and events.
  program.env["DEBRIEF_DELIVERY_DAYS"] = "3650";
  const files = join(source, "media", manifest.acme.organization.id);
  const [file] = readdirSync(files);
  return {
    program,
    manifest,
    media: readFileSync(join(files, file!)),
    answers: Object.entries(readJson(source, "expected-v1.json") as Record<string, RecordedAnswer>),
    differences: (readJson(FOLDER, "differences.json") as Record<string, Differences>)[
      revision
    ] ?? { rows: {}, answers: [] },
  };
};

const countSqlite = (file: string): Record<string, number> => {
  const db = new Database(file, { readonly: true });
  try {
    const names = db
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
      .pluck()
      .all() as string[];
    return Object.fromEntries(
      names.map((name) => [
        name,
        db.prepare(`SELECT count(*) FROM "${name}"`).pluck().get() as number,
      ]),
    );
  } finally {
    db.close();
  }
};

const countPostgres = async (url: string): Promise<Record<string, number>> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ tablename: string }>(
      "SELECT tablename FROM pg_tables WHERE schemaname = 'public'",
    );
    const counts: Record<string, number> = {};
    for (const { tablename } of rows) {
      const found = await client.query<{ count: string }>(`SELECT count(*) FROM "${tablename}"`);
      counts[tablename] = Number(found.rows[0]!.count);
    }
    return counts;
  } finally {
    await client.end();
  }
};

/** Counts the rows of every table in the installation's database. */
export const countRows = async ({
  dataDir,
  databaseUrl,
}: Installation): Promise<Record<string, number>> =>
  dialect === "postgres" ? countPostgres(databaseUrl) : countSqlite(join(dataDir, "debrief.db"));

const isMatch = (pattern: readonly string[], parts: readonly string[]): boolean =>
  pattern.length === parts.length &&
  pattern.every((part, index) => part === "*" || part === parts[index]);

const removeField = (value: unknown, [name, ...rest]: readonly string[]): unknown => {
  if (name === undefined || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value))
    return name === "*" ? value.map((item) => removeField(item, rest)) : value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => rest.length > 0 || (key !== name && name !== "*"))
      .map(([key, inner]) => [
        key,
        key === name || name === "*" ? removeField(inner, rest) : inner,
      ]),
  );
};

/** Removes the fields with intended differences from a body. */
export const withoutIntended = (path: string, body: unknown, { answers }: Differences): unknown =>
  answers
    .filter((difference) => isMatch(difference.path.split("/"), path.split("?")[0]!.split("/")))
    .reduce((left, { field }) => removeField(left, field.split(".")), body);
