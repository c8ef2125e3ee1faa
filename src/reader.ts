import { Worker } from "node:worker_threads";
import { ConnectionLost } from "../db/errors.js";
import type { Db } from "../db/connect.js";
import { snapshot } from "../db/read.js";
import { type StatsAnswer, statsReport, type StatsQuery } from "../graph/stats-report.js";
import type { Answered, Asked } from "./reader-worker.js";

/** Reads what takes long. */
export interface Reader {
  readStats: (query: StatsQuery) => Promise<StatsAnswer>;
  /** To be called before the database is closed. What is under way ends with an error. */
  close: () => Promise<void>;
}

interface Waiting {
  resolve: (answer: StatsAnswer) => void;
  reject: (error: Error) => void;
}

/** The thread and who waits for it. It starts with the first question, and anew if it has died. */
const onThread = (databaseUrl: string): Reader => {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let asked = 0;

  const start = (): Worker => {
    const started = new Worker(new URL("reader-worker.js", import.meta.url), {
      workerData: { databaseUrl },
    });
    let cause: unknown;
    started.on("message", (message: Answered) => {
      const { resolve, reject } = waiting.get(message.id)!;
      waiting.delete(message.id);
      if (waiting.size === 0) started.unref();
      if ("answer" in message) resolve(message.answer);
      else reject(Object.assign(new Error(message.error.message), message.error));
    });
    started.on("error", (error) => {
      cause = error;
    });
    started.on("exit", () => {
      worker = undefined;
      for (const { reject } of waiting.values())
        reject(new ConnectionLost("the thread that reads has ended", { cause }));
      waiting.clear();
    });
    return started;
  };

  return {
    readStats: async (query) =>
      new Promise((resolve, reject) => {
        worker ??= start();
        worker.ref();
        asked += 1;
        waiting.set(asked, { resolve, reject });
        worker.postMessage({ id: asked, query } satisfies Asked);
      }),
    close: async () => {
      await worker?.terminate();
    },
  };
};

/**
 * SQLite would keep every request waiting while it reads, so a thread with a connection of its own does
 * that. PostgreSQL is a thread of its own as it is, and nobody else can open a database in memory.
 */
export const createReader = (databaseUrl: string, db: Db): Reader =>
  databaseUrl.startsWith("sqlite:") && databaseUrl !== "sqlite::memory:"
    ? onThread(databaseUrl)
    : {
        readStats: async (query) => snapshot(db, (trx) => statsReport(trx, query)),
        close: async () => {},
      };
