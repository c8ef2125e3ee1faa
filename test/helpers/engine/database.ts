import { randomBytes } from "node:crypto";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import knex, { type Knex } from "knex";
import { connect } from "../../../db/engine/connect.js";
import { migrate } from "../../../db/schema/migrate.js";

/** The URL of this run's PostgreSQL, set by scripts/test.ts; undefined for SQLite. */
export const postgresUrl = process.env["TEST_POSTGRES"];
export const dialect = postgresUrl === undefined ? "sqlite" : "postgres";

export interface TestDatabase {
  url: string;
  /** Removes the database. Close every connection first. */
  remove: () => Promise<void>;
}

const toPath = (sqliteUrl: string): string => sqliteUrl.replace("sqlite:", "");

/**
 * Opens the first connection. On a busy machine, the pool's time limit can pass before this process has run long
 * enough to open one; then it tries again, until the test's own limit.
 */
export const waitForConnection = async (db: Knex): Promise<void> => {
  for (;;)
    try {
      return void (await db.raw("SELECT 1"));
    } catch (error) {
      if (!(error instanceof knex.KnexTimeoutError)) throw error;
    }
};

const runSql = async (url: string, sql: string): Promise<void> => {
  const db = connect(url);
  try {
    await waitForConnection(db);
    await db.raw(sql);
  } finally {
    await db.destroy();
  }
};

const createPostgresDatabase = async (server: string, template?: string): Promise<TestDatabase> => {
  const name = `t_${randomBytes(8).toString("hex")}`;
  await runSql(
    server,
    `CREATE DATABASE ${name}${template === undefined ? "" : ` TEMPLATE ${template}`}`,
  );
  return {
    url: server.replace(/\/postgres\?/, `/${name}?`),
    remove: () => runSql(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
};

const createSqliteDatabase = (template?: string): TestDatabase => {
  const directory = mkdtempSync(join(tmpdir(), "debrief-"));
  const file = join(directory, "debrief.db");
  if (template !== undefined) copyFileSync(template, file);
  return {
    url: `sqlite:${file}`,
    remove: async () => rmSync(directory, { recursive: true, force: true }),
  };
};

/** Creates an empty database: a SQLite file, or one of the PostgreSQL at the URL. */
export const createDatabase = async (postgres = postgresUrl): Promise<TestDatabase> =>
  postgres === undefined ? createSqliteDatabase() : createPostgresDatabase(postgres);

const migrateNewDatabase = async (postgres: string | undefined): Promise<TestDatabase> => {
  const database = await createDatabase(postgres);
  const db = connect(database.url);
  await waitForConnection(db);
  await migrate(db);
  await db.destroy();
  // A PostgreSQL server is deleted with all its databases.
  if (postgres === undefined)
    process.once("exit", () => rmSync(dirname(toPath(database.url)), { recursive: true }));
  return database;
};

/** A migrated template database for each PostgreSQL, and for SQLite. */
const templates = new Map<string | undefined, Promise<TestDatabase>>();

/**
 * Creates a database with the current schema by copying a template, since migrating takes longer
 * than most tests.
 */
export const createMigratedDatabase = async (postgres = postgresUrl): Promise<TestDatabase> => {
  let template = templates.get(postgres);
  if (!template) {
    template = migrateNewDatabase(postgres);
    templates.set(postgres, template);
  }
  const { url } = await template;
  return postgres === undefined
    ? createSqliteDatabase(toPath(url))
    : createPostgresDatabase(postgres, /\/(t_\w+)\?/.exec(url)![1]);
};
