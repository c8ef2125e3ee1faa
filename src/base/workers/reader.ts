import type { Db } from "../../../db/engine/connect.js";
import { ConnectionLostError } from "../../../db/engine/errors.js";
import { FairShares } from "../../../db/engine/fair-shares.js";
import { SHARE_LIMITS } from "../../../db/engine/share-limits.js";
import type { LongQuery, LongRead, RunLongRead } from "../../../graph/core/long-reads.js";
import { READ_BUDGET_MS, type ReadRequest } from "./long-reads.js";
import { readInProcess } from "./read-in-process.js";
import { ReaderThread } from "./reader-thread.js";

/**
 * Runs long reads, each within a budget of work. Organizations share the reader by `SHARE_LIMITS.longReads`. When its
 * signal aborts, a read leaves the queue or ends. @throws ShareExceededError
 */
export interface Reader {
  read: RunLongRead;
  /** Returns the number of waiting and running reads. */
  countPending: () => number;
  /** Ends the threads; waiting and running reads throw. Call it before closing the database. */
  close: () => Promise<void>;
}

/** On a busy machine, a read on PostgreSQL waits for most of its time. */
const ELAPSED_PER_BUDGET = 5;

type RunRead = (request: ReadRequest, signal: AbortSignal | undefined) => Promise<unknown>;

const createSharedReader = (runRead: RunRead, close: () => Promise<void>): Reader => {
  const shares = new FairShares(SHARE_LIMITS.longReads);
  let isClosed = false;
  const read = async (request: ReadRequest, signal: AbortSignal | undefined): Promise<unknown> => {
    const run = async (): Promise<unknown> => {
      if (isClosed) throw new ConnectionLostError("the reader is closed");
      return runRead(request, signal);
    };
    return shares.run(request.query.organizationId, run, signal);
  };
  return {
    read: async <Query extends LongQuery, Result>(
      { name }: LongRead<Query, Result>,
      query: Query,
      signal?: AbortSignal,
    ) => read({ name, query }, signal) as Promise<Result>,
    countPending: () => shares.pending,
    close: async () => {
      isClosed = true;
      await close();
    },
  };
};

const createThreadReader = (databaseUrl: string, budgetMs: number): Reader => {
  const threads = Array.from(
    { length: SHARE_LIMITS.longReads.places },
    () => new ReaderThread(databaseUrl, budgetMs),
  );
  return createSharedReader(
    // There are as many threads as slots, so one is free.
    async (request, signal) => threads.find(({ isBusy }) => !isBusy)!.read(request, signal),
    async () => {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  );
};

/**
 * Creates the reader of a database. SQLite would block the main thread while it reads, so threads with their own
 * connections read. PostgreSQL reads in its own processes, and no second connection can open a database in memory.
 * `budgetMs`: the budget of one read: CPU time of its thread on SQLite, a fifth of its elapsed time on PostgreSQL.
 */
export const createReader = (databaseUrl: string, db: Db, budgetMs = READ_BUDGET_MS): Reader =>
  databaseUrl.startsWith("sqlite:") && databaseUrl !== "sqlite::memory:"
    ? createThreadReader(databaseUrl, budgetMs)
    : createSharedReader(
        async (request, signal) =>
          readInProcess(db, request, ELAPSED_PER_BUDGET * budgetMs, signal),
        async () => {},
      );
