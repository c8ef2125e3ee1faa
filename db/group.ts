import type { Database } from "better-sqlite3";
import { setTimeout as later } from "node:timers";
import { beginToWrite } from "./begin.js";
import { Change } from "./change.js";
import type { Db } from "./connect.js";
import { prepare } from "./sqlite.js";

/** Whoever is in a batch waits for its last. Times are in milliseconds. */
const LIMITS = {
  /** How many changes a batch has at most. */
  most: 100,
  /** After this time no other change of the batch begins. */
  longest: 20,
  /** How long one change may take: as long as a statement of PostgreSQL. All others wait for it. */
  patience: 30_000,
};

interface Waiting {
  change: (trx: Db) => Promise<unknown>;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

const inTime = async <T>(work: Promise<T>, patience: number): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = later(() => reject(new Error("a change did not end in time")), patience);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Commits changes of a SQLite database together: those that came in one turn of the event loop, or while
 * others were under way, are one transaction, and share what a commit costs, the wait for the disk. They
 * run one after the other in the order they came, each in a savepoint: one that throws undoes itself
 * alone. What becomes of each is told when all are on disk, and where they cannot be, all of them fail.
 */
export class Group {
  readonly #db: Db;
  readonly #limits: typeof LIMITS;
  #waiting: Waiting[] = [];
  #scheduled = false;

  constructor(db: Db, limits: Partial<typeof LIMITS> = {}) {
    this.#db = db;
    this.#limits = { ...LIMITS, ...limits };
  }

  /** What `change` returns, once it is on disk. */
  async commit<T>(change: (trx: Db) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ change, resolve: resolve as Waiting["resolve"], reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => void this.#round());
  }

  async #round(): Promise<void> {
    const { client } = this.#db;
    try {
      const connection = (await client.acquireConnection()) as Database;
      try {
        await beginToWrite(connection);
        await this.#batch(connection);
      } finally {
        await client.releaseConnection(connection);
      }
    } catch (error) {
      // For each to try again would take as long each time, and the program could do nothing else.
      for (const { reject } of this.#waiting.splice(0)) reject(error);
    }
    this.#scheduled = false;
    if (this.#waiting.length > 0) this.#schedule();
  }

  async #batch(connection: Database): Promise<void> {
    const batch: Waiting[] = [];
    const outcomes: (() => void)[] = [];
    const { most, longest } = this.#limits;
    const until = performance.now() + longest;
    try {
      do {
        const next = this.#waiting.shift()!;
        batch.push(next);
        outcomes.push(await this.#run(connection, next));
      } while (this.#waiting.length > 0 && batch.length < most && performance.now() < until);
      prepare(connection, "COMMIT").run();
    } catch (error) {
      for (const { reject } of batch) reject(error);
      if (connection.inTransaction) prepare(connection, "ROLLBACK").run();
      return;
    }
    for (const tell of outcomes) tell();
  }

  /** Returns how to tell the outcome. @throws where all that the transaction has done is lost. */
  async #run(connection: Database, { change, resolve, reject }: Waiting): Promise<() => void> {
    prepare(connection, "SAVEPOINT change").run();
    const own = new Change(this.#db, connection);
    try {
      const result = await inTime(change(own.trx), this.#limits.patience);
      own.check();
      prepare(connection, "RELEASE change").run();
      return () => resolve(result);
    } catch (error) {
      own.check();
      prepare(connection, "ROLLBACK TO change").run();
      prepare(connection, "RELEASE change").run();
      return () => reject(error);
    } finally {
      own.end();
    }
  }
}
