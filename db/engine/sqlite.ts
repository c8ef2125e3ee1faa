import BetterSqlite3Client from "knex/lib/dialects/better-sqlite3/index.js";
import SqliteTransaction from "knex/lib/dialects/sqlite3/execution/sqlite-transaction.js";
import type { Database, Statement } from "better-sqlite3";
import type { Knex } from "knex";
import { BUSY_TIMEOUT_MS } from "./busy-timeout.js";
import { reportDamage } from "./damage.js";
import { MAX_SCANNED_ROWS, SCAN_ROW, ScanLimitError } from "./scan-limit.js";

const MAX_CACHED_STATEMENTS = 300;
const statements = Symbol("statements");

/** The function in SQL that ends a read (read-limit.ts). */
export const CONTINUE_READ = "continue_read";
/** The rows between two checks: a check reads the clock, which costs more than a row. */
const ROWS_PER_CHECK = 64;
/** Throws if the current read of a connection must end. */
export const readCheck = Symbol("readCheck");
/** The rows that the current statement may still scan; set only on the main thread's read connection. */
const scansLeft = Symbol("scansLeft");

export interface KnexQuery {
  sql: string;
  bindings?: unknown[];
  response?: unknown;
  context?: unknown;
}

type CachingDatabase = Database & {
  [statements]?: Map<string, Statement>;
  [readCheck]?: () => void;
  [scansLeft]?: number;
};

/**
 * Rewrites parameters as subqueries. SQLite may plan by parameter values, and then prepares the statement again at each
 * binding, which costs ten times an average statement. It runs a subquery once and doesn't look into it; but in joins
 * it looks into likely(). Status parameters, except a recording's, stay plain, because a partial index needs them.
 */
export const disableBindPeeking = (sql: string): string =>
  sql.replaceAll(
    /(?<!(?<!\br[`"]?\.[`"]?)\bstatus[`"]? )(=|<|>|\bbetween|\band|\blimit) \?(?! as )/gi,
    "$1 (SELECT ?)",
  );

/** Returns a prepared statement from an LRU cache: preparing costs more than most queries. */
export const prepareStatement = (connection: CachingDatabase, sql: string): Statement => {
  const cache = (connection[statements] ??= new Map<string, Statement>());
  let statement = cache.get(sql);
  if (statement) cache.delete(sql);
  else {
    statement = connection.prepare(disableBindPeeking(sql));
    if (cache.size >= MAX_CACHED_STATEMENTS) cache.delete(cache.keys().next().value!);
  }
  cache.set(sql, statement);
  return statement;
};

/** Resets the count of rows scanned by the next statement. */
const allowScan = (connection: CachingDatabase): void => {
  if (connection[scansLeft] !== undefined) connection[scansLeft] = MAX_SCANNED_ROWS;
};

// A deferred transaction that reads and then writes fails with SQLITE_BUSY_SNAPSHOT if another process wrote in
// between; busy_timeout doesn't help. Therefore write transactions start with BEGIN IMMEDIATE.
class ImmediateTransaction extends SqliteTransaction {
  override begin(connection: unknown): Promise<unknown> {
    return this.query(connection, this.readOnly ? "BEGIN;" : "BEGIN IMMEDIATE;");
  }

  override _onAcquire(container: unknown, connection: CachingDatabase): Promise<unknown> {
    const ended = super._onAcquire(container, connection);
    const trxClient = this.trxClient as SqliteClient;
    // Knex's transaction client returns its connection as a promise only.
    trxClient.connectionNow = () => {
      if (this.isCompleted()) throw new Error("The transaction has ended");
      return connection;
    };
    trxClient.endSharedReads = () => (this.client as SqliteClient).endSharedReads();
    return ended;
  }
}

/** Inlines a limit of one row: the planner uses it, and the text stays the same for all calls. */
export const inlineSingleLimit = (
  sql: string,
  bindings: readonly unknown[],
): { sql: string; bindings: readonly unknown[] } =>
  sql.endsWith(" limit ?") && bindings.at(-1) === 1
    ? { sql: `${sql.slice(0, -1)}1`, bindings: bindings.slice(0, -1) }
    : { sql, bindings };

/**
 * Knex's better-sqlite3 dialect with cached statements, immediate transactions, and a second connection for
 * reads: a read outside a transaction doesn't wait for the current one, and sees committed data only.
 */
export class SqliteClient extends BetterSqlite3Client {
  private readConnection?: CachingDatabase | undefined;
  /** Whether the next read begins a snapshot for the turn, or one has begun. */
  private sharedReads: "none" | "wanted" | "begun" = "none";

  override transaction(container: unknown, config: unknown, outer: unknown): Knex.Transaction {
    const transaction: unknown = new ImmediateTransaction(this, container, config, outer);
    return transaction as Knex.Transaction;
  }

  override _formatBindings(bindings?: readonly unknown[]): unknown[] {
    return super
      ._formatBindings(bindings)
      .map((value) => (Array.isArray(value) ? JSON.stringify(value) : value));
  }

  async _query(connection: CachingDatabase, query: KnexQuery): Promise<KnexQuery> {
    const { sql, bindings } = inlineSingleLimit(query.sql, this._formatBindings(query.bindings));
    if (connection !== this.readConnection) this.endSharedReads();
    try {
      const statement = prepareStatement(connection, sql);
      allowScan(connection);
      if (statement.reader) query.response = statement.all(bindings);
      else {
        const result = statement.run(bindings);
        query.response = result;
        query.context = { lastID: result.lastInsertRowid, changes: result.changes };
      }
      return query;
    } catch (error) {
      reportDamage(connection.name, error);
      throw error;
    }
  }

  /**
   * Returns a connection for immediate use: the transaction's own, else the read connection. Undefined for a
   * database in memory, which has one connection only.
   */
  connectionNow(): CachingDatabase | undefined {
    if (!this.pool) throw new Error("Unable to acquire a connection");
    const { filename, options } = this.connectionSettings;
    if (filename === "" || filename === ":memory:") return undefined;
    if (this.readConnection) return this.readConnection;
    const connection = new this.driver(filename, options);
    try {
      configureConnection(connection);
      connection.pragma("query_only = ON");
    } catch (error) {
      connection.close();
      throw error;
    }
    this.readConnection = connection;
    this.readConnection[scansLeft] = MAX_SCANNED_ROWS;
    return connection;
  }

  /**
   * Lets the reads in this turn of the event loop share one snapshot, until a change. Separate read transactions would
   * each lock and unlock the file, which costs as much as a read by key. Call it when a request arrives: the turn's
   * other requests had also arrived when the snapshot began.
   */
  joinSnapshot(): void {
    if (this.sharedReads !== "none") return;
    this.sharedReads = "wanted";
    setImmediate(() => this.endSharedReads());
  }

  /** Changes call this before they start and before they commit: a snapshot would block the WAL checkpoint. */
  endSharedReads(): void {
    this.sharedReads = "none";
    // A disk error ends it.
    if (this.readConnection?.inTransaction) prepareStatement(this.readConnection, "COMMIT").run();
  }

  /** Runs a statement at once and returns its rows; undefined if it must wait. Throws the errors that Knex throws. */
  runNow(sql: string, bindings: readonly unknown[]): unknown[] | undefined {
    const connection = this.connectionNow();
    if (!connection) return undefined;
    this.emit("query", { sql, bindings });
    try {
      const statement = prepareStatement(connection, sql);
      const values = this._formatBindings(bindings);
      allowScan(connection);
      if (this.sharedReads === "wanted" && connection === this.readConnection) {
        prepareStatement(connection, "BEGIN").run();
        this.sharedReads = "begun";
      }
      if (statement.reader) return statement.all(values);
      statement.run(values);
      return [];
    } catch (error) {
      reportDamage(connection.name, error);
      if (error instanceof Error) error.message = `${sql} - ${error.message}`;
      throw error;
    }
  }

  /** Runs Knex's own reads on the read connection too. */
  override runner(builder: { _isSelectQuery?: () => boolean }): { connection?: unknown } {
    const runner = super.runner(builder);
    if (!this.transacting && builder._isSelectQuery?.()) runner.connection = this.connectionNow();
    return runner;
  }

  /** The pool's connection closes last: it checkpoints the WAL. */
  override async destroy(callback?: (error?: unknown) => void): Promise<void> {
    this.readConnection?.close();
    this.readConnection = undefined;
    await super.destroy(callback);
  }
}

/** The required settings of every SQLite connection. With other values the server doesn't start. */
const REQUIRED_PRAGMAS = {
  synchronous: 2,
  foreign_keys: 1,
  busy_timeout: BUSY_TIMEOUT_MS,
  secure_delete: 1,
} as const;

/** SQLite truncates the WAL to this size after a long read, such as a backup. */
const MAX_WAL_BYTES = 16 * 1024 * 1024;

const BUSY_RETRY_DELAY_MS = 50;
const MAX_BUSY_RETRIES = 100;

/** Switches to WAL. busy_timeout doesn't apply here, so this waits for other processes itself. */
const enableWal = (connection: Database): unknown => {
  for (let retriesLeft = MAX_BUSY_RETRIES; ; retriesLeft -= 1) {
    try {
      return connection.pragma("journal_mode = WAL", { simple: true });
    } catch (error) {
      if ((error as { code?: string }).code !== "SQLITE_BUSY" || retriesLeft === 0) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_RETRY_DELAY_MS);
    }
  }
};

/**
 * Configures a connection and verifies its settings. better-sqlite3's default under WAL is NORMAL, with which a
 * power cut loses acknowledged writes; FULL keeps them. secure_delete overwrites deleted content with zeros:
 * moved and freed pages would otherwise keep copies of erased data.
 */
export const configureConnection = (connection: CachingDatabase): void => {
  connection.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  let rows = 0;
  const continueRead = (): number => {
    rows += 1;
    if (rows % ROWS_PER_CHECK === 0) connection[readCheck]?.();
    return 1;
  };
  connection.function(CONTINUE_READ, continueRead);
  connection.function(SCAN_ROW, () => {
    if (connection[scansLeft] !== undefined && (connection[scansLeft] -= 1) < 0)
      throw new ScanLimitError("the statement scans too many rows");
    return continueRead();
  });
  const journal = enableWal(connection);
  if (journal !== "wal" && journal !== "memory")
    throw new Error(`journal_mode is ${String(journal)}; it must be wal`);
  connection.pragma("synchronous = FULL");
  connection.pragma("foreign_keys = ON");
  connection.pragma("secure_delete = ON");
  connection.pragma(`journal_size_limit = ${MAX_WAL_BYTES}`);
  for (const [name, value] of Object.entries(REQUIRED_PRAGMAS)) {
    const actual = connection.pragma(name, { simple: true });
    if (actual !== value) throw new Error(`${name} is ${String(actual)}; it must be ${value}`);
  }
};
