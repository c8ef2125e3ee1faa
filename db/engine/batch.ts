import type { Database } from "better-sqlite3";
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout } from "node:timers";
import { beginImmediate } from "./begin-immediate.js";
import { BatchedChange } from "./batched-change.js";
import type { Db } from "./connect.js";
import { reportDamage } from "./damage.js";
import { prepareStatement, type SqliteClient } from "./sqlite.js";
import { TurnQueue } from "./turn-queue.js";

/** Every change in a batch waits for the last change in it. */
const DEFAULT_LIMITS = {
  maxChanges: 100,
  /** After this time, no further change of the batch starts. */
  maxBatchMs: 20,
  /** A change that took so long ends its batch, and other requests run before the next one. */
  longChangeMs: 5,
  /** The time limit of one change, equal to PostgreSQL's statement timeout. All other changes wait for it. */
  changeTimeoutMs: 30_000,
};

interface PendingChange {
  key: string;
  change: (trx: Db) => Promise<unknown>;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

const withTimeout = async <T>(work: Promise<T>, timeoutMs: number): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("a change did not end in time")), timeoutMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Commits changes of a SQLite database together. Changes from one turn of the event loop, or that arrive while others
 * run, share one transaction and one fsync. Keys take turns, and the changes of a key run in order of arrival, each in
 * a savepoint: a change that throws rolls back alone. A long change ends its batch. The key's next change starts a new
 * batch, after the changes of other keys, so that these wait for at most one long change before their commit. Promises
 * settle once the batch is on disk. If the commit fails, all changes of the batch fail.
 */
export class WriteBatcher {
  readonly #db: Db;
  readonly #limits: typeof DEFAULT_LIMITS;
  readonly #waiting = new TurnQueue<PendingChange>();
  /** The keys whose last change was long. */
  readonly #longKeys = new Set<string>();
  /** Whether the last batch had a long change. The next batch then starts with other keys' changes. */
  #wasLong = false;
  #scheduled = false;

  constructor(db: Db, limits: Partial<typeof DEFAULT_LIMITS> = {}) {
    this.#db = db;
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
  }

  /** Runs a change, and returns its result once it is on disk. */
  async commit<T>(change: (trx: Db) => Promise<T>, key = ""): Promise<T> {
    // Changes of one batch would otherwise run in the async context of the first.
    const runInOwnContext = AsyncLocalStorage.snapshot();
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push(key, {
        key,
        change: async (trx) => runInOwnContext(change, trx),
        resolve: resolve as PendingChange["resolve"],
        reject,
      });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => void this.#runBatch());
  }

  async #runBatch(): Promise<void> {
    const client = this.#db.client as SqliteClient;
    try {
      const connection = (await client.acquireConnection()) as Database;
      try {
        client.endSharedReads();
        await beginImmediate(connection);
        await this.#commitBatch(connection);
      } finally {
        await client.releaseConnection(connection);
      }
    } catch (error) {
      // Retrying each change would take as long each time, and block the server meanwhile.
      for (const { reject } of this.#waiting.takeAll()) reject(error);
    }
    this.#scheduled = false;
    if (this.#waiting.size > 0) this.#schedule();
  }

  async #commitBatch(connection: Database): Promise<void> {
    const batch: PendingChange[] = [];
    const settlers: (() => void)[] = [];
    const { maxChanges, maxBatchMs } = this.#limits;
    if (this.#wasLong) this.#waiting.postpone((key) => this.#longKeys.has(key));
    const deadline = performance.now() + maxBatchMs;
    try {
      do {
        const next = this.#waiting.take()!;
        batch.push(next);
        const startedAt = performance.now();
        settlers.push(await this.#runChange(connection, next));
        this.#wasLong = this.#noteDuration(next.key, performance.now() - startedAt);
      } while (
        !this.#wasLong &&
        this.#waiting.size > 0 &&
        !this.#longKeys.has(this.#waiting.nextKey!) &&
        batch.length < maxChanges &&
        performance.now() < deadline
      );
      (this.#db.client as SqliteClient).endSharedReads();
      prepareStatement(connection, "COMMIT").run();
    } catch (error) {
      // FTS5 writes its words at a commit or release.
      reportDamage(connection.name, error);
      for (const { reject } of batch) reject(error);
      if (connection.inTransaction) prepareStatement(connection, "ROLLBACK").run();
      return;
    }
    for (const settle of settlers) settle();
  }

  /** Records and returns whether the key's last change was long. */
  #noteDuration(key: string, ms: number): boolean {
    const isLong = ms > this.#limits.longChangeMs;
    if (isLong) this.#longKeys.add(key);
    else this.#longKeys.delete(key);
    return isLong;
  }

  /** Returns a function that settles the change's promise. @throws Error if SQLite rolled back the transaction */
  async #runChange(
    connection: Database,
    { change, resolve, reject }: PendingChange,
  ): Promise<() => void> {
    prepareStatement(connection, "SAVEPOINT change").run();
    const handle = new BatchedChange(this.#db, connection);
    try {
      const result = await withTimeout(change(handle.trx), this.#limits.changeTimeoutMs);
      handle.assertOpen();
      prepareStatement(connection, "RELEASE change").run();
      return () => resolve(result);
    } catch (error) {
      reportDamage(connection.name, error);
      handle.assertOpen();
      prepareStatement(connection, "ROLLBACK TO change").run();
      prepareStatement(connection, "RELEASE change").run();
      return () => reject(error);
    } finally {
      handle.end();
    }
  }
}
