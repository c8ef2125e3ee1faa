import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Knex } from "knex";
import { dialect } from "../engine/database.js";
import type { TestServer } from "../server.js";

const toText = (value: unknown): string =>
  Buffer.isBuffer(value)
    ? value.toString("latin1")
    : typeof value === "string"
      ? value
      : JSON.stringify(value);

const listTables = async (db: Knex): Promise<string[]> =>
  dialect === "postgres"
    ? db("pg_tables").where("schemaname", "public").pluck("tablename")
    : db("sqlite_master")
        .where("type", "table")
        .whereNot("name", "like", "sqlite_%")
        // The index is in its shadow tables; the virtual table has no rows.
        .whereNot("name", "search_index")
        .pluck("name");

/** Loads everything in the tables, the search index's own ones included, by `table.column`. */
export const loadColumns = async (db: Knex): Promise<Map<string, string>> => {
  const columns = new Map<string, string[]>();
  for (const table of await listTables(db))
    for (const row of (await db(table).select("*")) as Record<string, unknown>[])
      for (const [column, value] of Object.entries(row)) {
        const name = `${table}.${column}`;
        const texts = columns.get(name) ?? [];
        texts.push(toText(value));
        columns.set(name, texts);
      }
  return new Map([...columns].map(([name, texts]) => [name, texts.join("\n")]));
};

const readTree = (directory: string): string =>
  existsSync(directory)
    ? readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name, parentPath }) => readFileSync(join(parentPath, name), "latin1"))
        .join("\n")
    : "";

/** Reads the files that the server wrote beside the database, drafts included. */
export const readDataFiles = ({ dataDir }: TestServer): string => readTree(dataDir);

/** Reads the bytes of the database: SQLite's file and log, or the files of PostgreSQL's tables. */
export const readDatabaseBytes = async ({
  services: { db },
  databaseUrl,
}: TestServer): Promise<string> => {
  if (dialect === "sqlite") {
    const file = databaseUrl.replace("sqlite:", "");
    return [file, `${file}-wal`]
      .filter((path) => existsSync(path))
      .map((path) => readFileSync(path, "latin1"))
      .join("\n");
  }
  const { rows } = await db.raw(
    `SELECT current_setting('data_directory') AS directory, oid FROM pg_database
      WHERE datname = current_database()`,
  );
  await db.raw("CHECKPOINT");
  return readTree(join(rows[0].directory, "base", String(rows[0].oid)));
};
