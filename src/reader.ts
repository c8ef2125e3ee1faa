import type { Worker } from "node:worker_threads";
import { ConnectionLost } from "../db/errors.js";
import type { Db } from "../db/connect.js";
import { snapshot } from "../db/read.js";
import type { Services } from "../graph/context.js";
import { Failure } from "../graph/errors.js";
import { type Found, searchPage } from "../graph/search-page.js";
import { type StatsAnswer, statsReport } from "../graph/stats-report.js";
import type { RestServices } from "../rest/handler.js";
import { createQueue } from "./queue.js";
import type { Answered, Answers, Asked, Bytes } from "./reader-worker.js";
import { startThread } from "./thread.js";

/** Reads what takes long, one thing after the other; refuses as UNAVAILABLE what would wait too long. */
export interface Reader {
  readStats: Services["readStats"];
  readSearch: Services["readSearch"];
  answerApart: RestServices["answerApart"];
  /** How many questions wait or are under way. */
  waiting: () => number;
  /** To be called before the database is closed. What is under way or waits ends with an error. */
  close: () => Promise<void>;
}

// A year by user is read in some 30 ms: whoever comes last waits for 2 s.
const MOST_WAITING = 64;

const answerOf = (answered: Answered): Answers => {
  if ("answer" in answered) return answered.answer;
  if ("error" in answered) throw Object.assign(new Error(answered.error.message), answered.error);
  const { code, reason, field } = answered.failure;
  throw new Failure(code, reason, field);
};

/** The thread and who waits for it. It starts with the first question, and anew if it has died. */
const onThread = (databaseUrl: string): Reader => {
  const queue = createQueue(MOST_WAITING);
  let worker: Worker | undefined;
  let waiting: PromiseWithResolvers<Answered> | undefined;
  let closed = false;

  const start = (): Worker => {
    const started = startThread("reader-worker.js", { workerData: { databaseUrl } });
    let why = "";
    started.on("message", (answered: Answered) => waiting?.resolve(answered));
    started.on("error", ({ message }: Error) => {
      why = `: ${message}`;
    });
    started.on("exit", () => {
      worker = undefined;
      waiting?.reject(new ConnectionLost(`the thread that reads has ended${why}`));
    });
    return started;
  };

  const ask = async (asked: Asked): Promise<Answers> => {
    if (closed) throw new ConnectionLost("the thread that reads has been ended");
    worker ??= start();
    worker.ref();
    waiting = Promise.withResolvers();
    worker.postMessage(asked);
    try {
      return answerOf(await waiting.promise);
    } finally {
      waiting = undefined;
      worker?.unref();
    }
  };

  return {
    readStats: async (query) => queue(() => ask({ query }) as Promise<StatsAnswer>),
    readSearch: async (search) => queue(() => ask({ search }) as Promise<Found[]>),
    answerApart: async (services, { path }, question) => {
      const { publicUrl } = services;
      const asked = { path, question, now: services.now(), publicUrl };
      const { body, tag } = await queue(() => ask(asked) as Promise<Bytes>);
      return { body: Buffer.from(body.buffer), ...(tag !== undefined && { tag }) };
    },
    waiting: queue.waiting,
    close: async () => {
      closed = true;
      await worker?.terminate();
    },
  };
};

const inProcess = (db: Db): Reader => {
  const queue = createQueue(MOST_WAITING);
  return {
    readStats: async (query) => queue(() => snapshot(db, (trx) => statsReport(trx, query))),
    readSearch: async (query) => queue(() => snapshot(db, (trx) => searchPage(trx, query))),
    answerApart: undefined,
    waiting: queue.waiting,
    close: async () => {},
  };
};

/**
 * SQLite would keep every request waiting while it reads, so a thread with a connection of its own does
 * that. PostgreSQL is a thread of its own as it is, and nobody else can open a database in memory.
 */
export const createReader = (databaseUrl: string, db: Db): Reader =>
  databaseUrl.startsWith("sqlite:") && databaseUrl !== "sqlite::memory:"
    ? onThread(databaseUrl)
    : inProcess(db);
