import BetterSqlite3Client from "knex/lib/dialects/better-sqlite3/index.js";
import SqliteTransaction from "knex/lib/dialects/sqlite3/execution/sqlite-transaction.js";
import type { Database, Statement } from "better-sqlite3";
import type { Knex } from "knex";

const CACHED_STATEMENTS = 300;
const statements = Symbol("statements");

export interface Query {
  sql: string;
  bindings?: unknown[];
  response?: unknown;
  context?: unknown;
}

type CachingDatabase = Database & { [statements]?: Map<string, Statement> };

/**
 * The text as it is prepared. SQLite may plan with the values of the parameters, and then prepares the
 * statement anew whenever one is bound, which costs ten times what most of our statements do. It does not
 * look into a subquery, which it runs once; into likely() it looks where there is a join. A status is left,
 * unless it is a recording's: a partial index needs its value.
 */
export const unpeeked = (sql: string): string =>
  sql.replaceAll(
    /(?<!(?<!\br[`"]?\.[`"]?)\bstatus[`"]? )(=|<|>|\bbetween|\band|\blimit) \?(?! as )/gi,
    "$1 (SELECT ?)",
  );

/** A prepared statement for the text, kept by recency: preparing costs more than most of our queries. */
export const prepare = (connection: CachingDatabase, sql: string): Statement => {
  const cache = (connection[statements] ??= new Map<string, Statement>());
  let statement = cache.get(sql);
  if (statement) cache.delete(sql);
  else {
    statement = connection.prepare(unpeeked(sql));
    if (cache.size >= CACHED_STATEMENTS) cache.delete(cache.keys().next().value!);
  }
  cache.set(sql, statement);
  return statement;
};

// A deferred BEGIN that writes after it has read fails with SQLITE_BUSY_SNAPSHOT as soon as another
// process wrote in between, and busy_timeout does not help. So those that are for writing say so.
class ImmediateTransaction extends SqliteTransaction {
  override begin(connection: unknown): Promise<unknown> {
    return this.query(connection, this.readOnly ? "BEGIN;" : "BEGIN IMMEDIATE;");
  }

  override _onAcquire(container: unknown, connection: CachingDatabase): Promise<unknown> {
    const ended = super._onAcquire(container, connection);
    // Knex's client of a transaction gives its connection by a promise only.
    (this.trxClient as SqliteClient).connectionNow = () => {
      if (this.isCompleted()) throw new Error("The transaction has ended");
      return connection;
    };
    return ended;
  }
}

/** A limit of one row as text, which the planner may see without planning for each value. */
export const limitAsText = (
  sql: string,
  bindings: readonly unknown[],
): { sql: string; bindings: readonly unknown[] } =>
  sql.endsWith(" limit ?") && bindings.at(-1) === 1
    ? { sql: `${sql.slice(0, -1)}1`, bindings: bindings.slice(0, -1) }
    : { sql, bindings };

/**
 * Knex's better-sqlite3 dialect with cached statements, immediate transactions, and a second connection:
 * what is read outside a transaction does not wait for the one under way, and never sees what it wrote.
 */
export class SqliteClient extends BetterSqlite3Client {
  private reading?: CachingDatabase | undefined;

  override transaction(container: unknown, config: unknown, outer: unknown): Knex.Transaction {
    const transaction: unknown = new ImmediateTransaction(this, container, config, outer);
    return transaction as Knex.Transaction;
  }

  override _formatBindings(bindings?: readonly unknown[]): unknown[] {
    return super
      ._formatBindings(bindings)
      .map((value) => (Array.isArray(value) ? JSON.stringify(value) : value));
  }

  async _query(connection: CachingDatabase, query: Query): Promise<Query> {
    const { sql, bindings } = limitAsText(query.sql, this._formatBindings(query.bindings));
    const statement = prepare(connection, sql);
    if (statement.reader) query.response = statement.all(bindings);
    else {
      const result = statement.run(bindings);
      query.response = result;
      query.context = { lastID: result.lastInsertRowid, changes: result.changes };
    }
    return query;
  }

  /**
   * The connection that can be used at once: a transaction's own, else the one that reads. Undefined for
   * a database in memory, which nobody else can open.
   */
  connectionNow(): CachingDatabase | undefined {
    if (!this.pool) throw new Error("Unable to acquire a connection");
    const { filename, options } = this.connectionSettings;
    if (filename === "" || filename === ":memory:") return undefined;
    if (this.reading) return this.reading;
    const connection = new this.driver(filename, options);
    try {
      prepareConnection(connection);
      connection.pragma("query_only = ON");
    } catch (error) {
      connection.close();
      throw error;
    }
    this.reading = connection;
    return connection;
  }

  /** The rows of a statement that needs no waiting; undefined where it does. Errors are as Knex has them. */
  runNow(sql: string, bindings: readonly unknown[]): unknown[] | undefined {
    const connection = this.connectionNow();
    if (!connection) return undefined;
    this.emit("query", { sql, bindings });
    try {
      const statement = prepare(connection, sql);
      const values = this._formatBindings(bindings);
      if (statement.reader) return statement.all(values);
      statement.run(values);
      return [];
    } catch (error) {
      if (error instanceof Error) error.message = `${sql} - ${error.message}`;
      throw error;
    }
  }

  /** Knex's own reads do not wait either. */
  override runner(builder: { _isSelectQuery?: () => boolean }): { connection?: unknown } {
    const runner = super.runner(builder);
    if (!this.transacting && builder._isSelectQuery?.()) runner.connection = this.connectionNow();
    return runner;
  }

  /** The pool's connection closes last: it takes what is in the log over. */
  override async destroy(callback?: (error?: unknown) => void): Promise<void> {
    this.reading?.close();
    this.reading = undefined;
    await super.destroy(callback);
  }
}

/** What every SQLite connection must answer; another answer is a reason not to start. */
const required = { synchronous: 2, foreign_keys: 1, busy_timeout: 5000, secure_delete: 1 } as const;

/** What a backup, or whoever else reads for long, makes the log grow to beyond this is given back after it. */
const LOG_BYTES = 16 * 1024 * 1024;

const BUSY_WAIT_MS = 50;
const BUSY_TRIES = 100;

/** Switches to WAL. SQLite does not wait for another process here as busy_timeout has it wait elsewhere. */
const useWal = (connection: Database): unknown => {
  for (let left = BUSY_TRIES; ; left -= 1) {
    try {
      return connection.pragma("journal_mode = WAL", { simple: true });
    } catch (error) {
      if ((error as { code?: string }).code !== "SQLITE_BUSY" || left === 0) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_WAIT_MS);
    }
  }
};

/**
 * Sets up one connection and checks that the settings took.
 * FULL is not the default of better-sqlite3 under WAL (it is built with NORMAL), and without it a
 * power cut takes acknowledged writes away. secure_delete writes zeros over whatever is deleted or
 * overwritten, at every write: pages that were only moved or freed would keep copies of what is erased later.
 */
export const prepareConnection = (connection: Database): void => {
  connection.pragma("busy_timeout = 5000");
  const journal = useWal(connection);
  if (journal !== "wal" && journal !== "memory")
    throw new Error(`journal_mode is ${String(journal)} where it must be wal`);
  connection.pragma("synchronous = FULL");
  connection.pragma("foreign_keys = ON");
  connection.pragma("secure_delete = ON");
  connection.pragma(`journal_size_limit = ${LOG_BYTES}`);
  for (const [name, value] of Object.entries(required)) {
    const actual = connection.pragma(name, { simple: true });
    if (actual !== value) throw new Error(`${name} is ${String(actual)} where it must be ${value}`);
  }
};
