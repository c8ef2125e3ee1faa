import type { Worker } from "node:worker_threads";
import type { Db } from "../../db/engine/connect.js";
import { reportDamage } from "../../db/engine/damage.js";
import { ConnectionLostError } from "../../db/engine/errors.js";
import { snapshot } from "../../db/engine/snapshot.js";
import type { Services } from "../../graph/core/context.js";
import { Failure } from "../../graph/core/errors.js";
import { longReads, type LongReadQuery, type LongReadResult } from "./long-reads.js";
import type { ReadReply, ReadRequest } from "./reader-worker.js";
import { startThread } from "./thread.js";
import { createWorkQueue, queueFull } from "./work-queue.js";

/** Runs long reads in the order of their requests. Throws UNAVAILABLE if too many wait. */
export interface Reader {
  readStats: Services["readStats"];
  readSearch: Services["readSearch"];
  /** Returns the number of waiting and running reads. */
  countPending: () => number;
  /** Ends the thread; reads that wait or run throw. Call it before closing the database. */
  close: () => Promise<void>;
}

// Statistics of a year take about 30 ms, so the last in a full queue waits 8 s.
const MAX_PENDING = 256;
/** On PostgreSQL, where the process has ten connections for everything. */
const MAX_CONCURRENT = 4;

const unwrapReply = (reply: ReadReply): unknown => {
  if ("result" in reply) return reply.result;
  if ("error" in reply) throw Object.assign(new Error(reply.error.message), reply.error);
  const { code, reason, field } = reply.failure;
  throw new Failure(code, reason, field);
};

/** Starts the thread with the first request, and again after it has died. */
const createThreadReader = (databaseUrl: string): Reader => {
  /** In the order of their replies. */
  const pending: { request: ReadRequest; reply: PromiseWithResolvers<ReadReply> }[] = [];
  let worker: Worker | undefined;
  let isClosed = false;

  const start = (): Worker => {
    const started = startThread("reader-worker.js", { workerData: { databaseUrl } });
    let cause = "";
    started.on("message", (message: ReadReply) => {
      if ("error" in message) reportDamage(databaseUrl.slice("sqlite:".length), message.error);
      pending.shift()?.reply.resolve(message);
      if (pending.length === 0) started.unref();
    });
    started.on("error", ({ message }: Error) => {
      cause = `: ${message}`;
    });
    started.on("exit", () => {
      worker = undefined;
      // The first request may have killed the thread; the others go to the next thread.
      const lost = pending.splice(0, isClosed ? pending.length : 1);
      for (const { reply } of lost)
        reply.reject(new ConnectionLostError(`the reader thread has ended${cause}`));
      if (pending.length > 0) worker = start();
      for (const { request } of pending) worker?.postMessage(request);
    });
    return started;
  };

  const read = async (request: ReadRequest): Promise<unknown> => {
    if (isClosed) throw new ConnectionLostError("the reader thread is closed");
    if (pending.length === MAX_PENDING) throw queueFull();
    worker ??= start();
    worker.ref();
    // Posted at once, not one by one: the thread must not wait for a busy main thread between reads.
    worker.postMessage(request);
    const reply = Promise.withResolvers<ReadReply>();
    pending.push({ request, reply });
    return unwrapReply(await reply.promise);
  };

  return {
    readStats: async (query: LongReadQuery<"stats">) =>
      read({ name: "stats", query }) as Promise<LongReadResult<"stats">>,
    readSearch: async (query: LongReadQuery<"search">) =>
      read({ name: "search", query }) as Promise<LongReadResult<"search">>,
    countPending: () => pending.length,
    close: async () => {
      isClosed = true;
      await worker?.terminate();
    },
  };
};

const createInProcessReader = (db: Db): Reader => {
  const queue = createWorkQueue(MAX_PENDING, MAX_CONCURRENT);
  return {
    readStats: async (query) => queue(() => snapshot(db, (trx) => longReads.stats(trx, query))),
    readSearch: async (query) => queue(() => snapshot(db, (trx) => longReads.search(trx, query))),
    countPending: queue.countPending,
    close: async () => {},
  };
};

/**
 * Creates the reader of a database. SQLite would block the main thread while it reads, so a thread with
 * its own connection reads. PostgreSQL reads in its own process, and no second connection can open a
 * database in memory.
 */
export const createReader = (databaseUrl: string, db: Db): Reader =>
  databaseUrl.startsWith("sqlite:") && databaseUrl !== "sqlite::memory:"
    ? createThreadReader(databaseUrl)
    : createInProcessReader(db);
