import knexFactory, { type Knex } from "knex";
import type pg from "pg";
import type { Database } from "better-sqlite3";
import { prepareConnection, SqliteClient } from "./sqlite.js";

/** A database or a transaction in it: what every query function takes first. */
export type Db = Knex;

export type Dialect = "sqlite" | "postgres";

const INT8 = 20;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;

const common: Knex.Config = {
  // Errors are logged, and what a statement is given is nobody's business there.
  compileSqlOnError: false,
  acquireConnectionTimeout: 10_000,
  // Knex writes to stdout, which is for data. What it warns of and logs as an error it throws as well.
  log: { warn: () => {}, error: () => {}, deprecate: console.error, debug: console.error },
};

/** The dialect that a handle speaks. */
export const dialectOf = (db: Db): Dialect =>
  (db.client as Knex.Client & { driverName: string }).driverName === "pg" ? "postgres" : "sqlite";

const sqlite = (filename: string, readonly: boolean): Knex =>
  knexFactory({
    ...common,
    client: SqliteClient as unknown as typeof Knex.Client,
    connection: { filename, options: { readonly } },
    useNullAsDefault: true,
    pool: {
      min: 1,
      max: 1,
      afterCreate: (connection: Database, done: (error: unknown, c: Database) => void) => {
        try {
          prepareConnection(connection);
          done(undefined, connection);
        } catch (error) {
          done(error, connection);
        }
      },
    },
  });

// Counts and milliseconds fit a double; pg would hand every BIGINT out as text.
const typeParser = ({ types }: typeof pg): typeof types.getTypeParser =>
  ((oid: number, format?: "text" | "binary") =>
    oid === INT8 ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser;

const postgres = (url: string): Knex => {
  const db = knexFactory({
    ...common,
    client: "pg",
    connection: {
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
    } as Knex.PgConnectionConfig,
    pool: {
      min: 0,
      max: 10,
      afterCreate: (connection: pg.Client, done: (error: unknown, c: pg.Client) => void) => {
        connection.query("SET synchronous_commit = on", (error) => done(error, connection));
      },
    },
  });
  // Knex has loaded the driver by now, and only whoever uses PostgreSQL waits for that.
  const { driver, connectionSettings } = db.client as {
    driver: typeof pg;
    connectionSettings: object;
  };
  Object.assign(connectionSettings, { types: { getTypeParser: typeParser(driver) } });
  return db;
};

/**
 * Opens a database: `sqlite:<file>`, `sqlite::memory:` or `postgres://…`. It connects with the first
 * query, which throws where the settings that durability rests on cannot be had. `readOnly` holds for
 * files of SQLite.
 */
export const connect = (url: string, { readOnly = false } = {}): Knex => {
  if (url.startsWith("sqlite:")) return sqlite(url.slice("sqlite:".length), readOnly);
  if (/^postgres(ql)?:\/\//.test(url)) return postgres(url);
  throw new Error("the database URL must begin with sqlite: or postgres://");
};
