import type { Worker } from "node:worker_threads";
import { ConnectionLost } from "../db/errors.js";
import type { Db } from "../db/connect.js";
import { snapshot } from "../db/read.js";
import type { Services } from "../graph/context.js";
import { Failure } from "../graph/errors.js";
import { type Found, searchPage } from "../graph/search-page.js";
import { type StatsAnswer, statsReport } from "../graph/stats-report.js";
import type { RestServices } from "../rest/handler.js";
import { createQueue, tooMany } from "./queue.js";
import type { Answered, Answers, Asked, Bytes } from "./reader-worker.js";
import { startThread } from "./thread.js";

/** Reads what takes long, in its order; refuses as UNAVAILABLE what would wait too long. */
export interface Reader {
  readStats: Services["readStats"];
  readSearch: Services["readSearch"];
  answerApart: RestServices["answerApart"];
  /** How many questions wait or are under way. */
  waiting: () => number;
  /** To be called before the database is closed. What is under way or waits ends with an error. */
  close: () => Promise<void>;
}

// A year by user is read in some 30 ms: whoever comes last waits for 8 s, and as a rule for a fraction of that.
const MOST_WAITING = 256;
/** On PostgreSQL, which has ten connections for all that is asked. */
const AT_ONCE = 4;

const answerOf = (answered: Answered): Answers => {
  if ("answer" in answered) return answered.answer;
  if ("error" in answered) throw Object.assign(new Error(answered.error.message), answered.error);
  const { code, reason, field } = answered.failure;
  throw new Failure(code, reason, field);
};

/** The thread and who waits for it. It starts with the first question, and anew if it has died. */
const onThread = (databaseUrl: string): Reader => {
  /** In the order in which they are answered. */
  const waiting: { asked: Asked; answered: PromiseWithResolvers<Answered> }[] = [];
  let worker: Worker | undefined;
  let closed = false;

  const start = (): Worker => {
    const started = startThread("reader-worker.js", { workerData: { databaseUrl } });
    let why = "";
    started.on("message", (answered: Answered) => {
      waiting.shift()?.answered.resolve(answered);
      if (waiting.length === 0) started.unref();
    });
    started.on("error", ({ message }: Error) => {
      why = `: ${message}`;
    });
    started.on("exit", () => {
      worker = undefined;
      // The first may be what it has died of. It is nobody's fault that others were behind it.
      const lost = waiting.splice(0, closed ? waiting.length : 1);
      for (const { answered } of lost)
        answered.reject(new ConnectionLost(`the thread that reads has ended${why}`));
      if (waiting.length > 0) worker = start();
      for (const { asked } of waiting) worker?.postMessage(asked);
    });
    return started;
  };

  const ask = async (asked: Asked): Promise<Answers> => {
    if (closed) throw new ConnectionLost("the thread that reads has been ended");
    if (waiting.length === MOST_WAITING) throw tooMany();
    worker ??= start();
    worker.ref();
    // With all that wait before it: this thread may be busy for longer than the other one takes for many.
    worker.postMessage(asked);
    const answered = Promise.withResolvers<Answered>();
    waiting.push({ asked, answered });
    return answerOf(await answered.promise);
  };

  return {
    readStats: async (query) => ask({ query }) as Promise<StatsAnswer>,
    readSearch: async (search) => ask({ search }) as Promise<Found[]>,
    answerApart: async (services, { path }, question) => {
      const { publicUrl } = services;
      const asked = { path, question, now: services.now(), publicUrl };
      const { body, tag } = (await ask(asked)) as Bytes;
      return { body: Buffer.from(body.buffer), ...(tag !== undefined && { tag }) };
    },
    waiting: () => waiting.length,
    close: async () => {
      closed = true;
      await worker?.terminate();
    },
  };
};

const inProcess = (db: Db): Reader => {
  const queue = createQueue(MOST_WAITING, AT_ONCE);
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
