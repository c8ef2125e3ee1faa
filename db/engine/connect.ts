import knexFactory, { type Knex } from "knex";
import type pg from "pg";
import type { Database } from "better-sqlite3";
import { configureConnection, SqliteClient } from "./sqlite.js";

/** A database or a transaction: the first parameter of every query function. */
export type Db = Knex;

export type Dialect = "sqlite" | "postgres";

const INT8_OID = 20;
const CONNECT_TIMEOUT_MS = 5_000;
/** Divided between organizations by SHARE_LIMITS. */
export const MAX_POSTGRES_CONNECTIONS = 12;
const STATEMENT_TIMEOUT_MS = 30_000;
/** Another process that changes the same organization holds its row for milliseconds. */
const LOCK_TIMEOUT_MS = 10_000;

const commonConfig: Knex.Config = {
  // Errors go to the log, which must not contain statement values.
  compileSqlOnError: false,
  acquireConnectionTimeout: 10_000,
  // By default, Knex logs to stdout, which is for data. It also throws the errors that it logs.
  log: { warn: () => {}, error: () => {}, deprecate: console.error, debug: console.error },
};

/** Returns the SQL dialect of a handle. */
export const dialectOf = (db: Db): Dialect =>
  (db.client as Knex.Client & { driverName: string }).driverName === "pg" ? "postgres" : "sqlite";

const connectSqlite = (filename: string, readonly: boolean): Knex =>
  knexFactory({
    ...commonConfig,
    client: SqliteClient as unknown as typeof Knex.Client,
    connection: { filename, options: { readonly } },
    useNullAsDefault: true,
    pool: {
      min: 1,
      max: 1,
      afterCreate: (connection: Database, done: (error: unknown, c: Database) => void) => {
        try {
          configureConnection(connection);
          done(undefined, connection);
        } catch (error) {
          done(error, connection);
        }
      },
    },
  });

// Counts and milliseconds fit a double. By default, pg returns every BIGINT as text.
const createTypeParser = ({ types }: typeof pg): typeof types.getTypeParser =>
  ((oid: number, format?: "text" | "binary") =>
    oid === INT8_OID ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser;

const connectPostgres = (url: string): Knex => {
  const db = knexFactory({
    ...commonConfig,
    client: "pg",
    connection: {
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
    } as Knex.PgConnectionConfig,
    pool: {
      min: 0,
      max: MAX_POSTGRES_CONNECTIONS,
      afterCreate: (connection: pg.Client, done: (error: unknown, c: pg.Client) => void) => {
        // Not sent as start-up parameters, because connection poolers refuse them.
        connection.query(
          `SET synchronous_commit = on; SET lock_timeout = ${LOCK_TIMEOUT_MS}`,
          (error) => done(error, connection),
        );
      },
    },
  });
  // Knex has already loaded the driver. A static import would slow the start on SQLite.
  const { driver, connectionSettings } = db.client as {
    driver: typeof pg;
    connectionSettings: object;
  };
  Object.assign(connectionSettings, { types: { getTypeParser: createTypeParser(driver) } });
  return db;
};

/**
 * Opens a database: `sqlite:<file>`, `sqlite::memory:` or `postgres://…`. The first query connects, and throws if the
 * durability settings can't be applied. `readOnly` applies to SQLite files.
 */
export const connect = (url: string, { readOnly = false } = {}): Knex => {
  if (url.startsWith("sqlite:")) return connectSqlite(url.slice("sqlite:".length), readOnly);
  if (/^postgres(ql)?:\/\//.test(url)) return connectPostgres(url);
  throw new Error("the database URL must begin with sqlite: or postgres://");
};
