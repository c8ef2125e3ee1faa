import { once } from "node:events";
import type { Knex } from "knex";
import { ConnectionLost } from "../../db/errors.js";
import { holdExport, openSnapshot } from "../../db/read.js";
import { Failure } from "../../graph/errors.js";
import { createSchema } from "../../graph/schema.js";
import type { Told } from "../export-worker.js";
import { startThread } from "../thread.js";
import { type Asked, linesOf, type ReadLines } from "./lines.js";

/** An organization's lines, some at a time, as they are asked for. Whoever stops early returns it. */
export type Exporter = (asked: Asked) => AsyncGenerator<string | Uint8Array>;

export const oneAtATime = (): Failure =>
  new Failure("RATE_LIMITED", "The organization is being exported, try again later");

const onThread = (databaseUrl: string): Exporter =>
  async function* fromThread(asked) {
    const worker = startThread("export-worker.js", { workerData: { databaseUrl, asked } });
    const ended = once(worker, "exit").then(() => {
      throw new ConnectionLost("the thread that exports has ended");
    });
    // It is waited for below, but not by who has stopped.
    ended.catch(() => {});
    try {
      for (;;) {
        const message = once(worker, "message") as Promise<[Told]>;
        worker.postMessage("more");
        const [told] = await Promise.race([message, ended]);
        if ("error" in told) throw told.error;
        if (told.bytes === undefined) return;
        yield told.bytes;
      }
    } finally {
      await worker.terminate();
    }
  };

const inProcess = (db: Knex, inMemory: boolean): Exporter => {
  let read: ReadLines | undefined;
  return async function* fromSnapshot(asked) {
    read ??= linesOf(createSchema());
    // Nobody else could use the one connection of a database in memory: pages of it are of their own moments.
    if (inMemory) return yield* read(db, asked);
    const trx = await openSnapshot(db);
    try {
      if (!(await holdExport(trx, asked.organizationId))) throw oneAtATime();
      yield* read(trx, asked);
    } finally {
      await trx.rollback();
    }
  };
};

/** On SQLite a thread of its own reads, so that nobody waits for it; PostgreSQL does that as it is. */
export const createExporter = (databaseUrl: string, db: Knex): Exporter =>
  databaseUrl.startsWith("sqlite:") && databaseUrl !== "sqlite::memory:"
    ? onThread(databaseUrl)
    : inProcess(db, databaseUrl === "sqlite::memory:");
