import { once } from "node:events";
import type { Knex } from "knex";
import { shareConnections } from "../../db/engine/connection-shares.js";
import { ConnectionLostError } from "../../db/engine/errors.js";
import { tryLockExport, openSnapshot } from "../../db/engine/snapshot.js";
import { Failure } from "../../graph/core/errors.js";
import { createSchema } from "../../graph/schema.js";
import type { ExportChunk } from "../workers/export-worker.js";
import { startThread } from "../workers/thread.js";
import { type ExportRequest, createLineReader, type LineReader } from "./line-reader.js";

/** Yields an organization's lines in chunks, on demand. A caller that stops early must return the generator. */
export type Exporter = (request: ExportRequest) => AsyncGenerator<string | Uint8Array>;

export const exportInProgress = (): Failure =>
  new Failure("RATE_LIMITED", "The organization is being exported, try again later");

const createThreadExporter = (databaseUrl: string): Exporter =>
  async function* fromThread(request) {
    const worker = startThread("export-worker.js", { workerData: { databaseUrl, request } });
    const ended = once(worker, "exit").then(() => {
      throw new ConnectionLostError("the export thread has exited");
    });
    // A caller that stopped early no longer awaits it: avoid an unhandled rejection.
    ended.catch(() => {});
    try {
      for (;;) {
        const message = once(worker, "message") as Promise<[ExportChunk]>;
        worker.postMessage("more");
        const [chunk] = await Promise.race([message, ended]);
        if ("error" in chunk) throw chunk.error;
        if (chunk.bytes === undefined) return;
        yield chunk.bytes;
      }
    } finally {
      await worker.terminate();
    }
  };

const createInProcessExporter = (db: Knex, inMemory: boolean): Exporter => {
  let readLines: LineReader | undefined;
  return async function* fromSnapshot(request) {
    readLines ??= createLineReader(createSchema());
    // A database in memory has one connection, which a snapshot would block: each page is its own snapshot.
    if (inMemory) return yield* readLines(db, request);
    const trx = await openSnapshot(shareConnections(db, request.organizationId));
    try {
      if (!(await tryLockExport(trx, request.organizationId))) throw exportInProgress();
      yield* readLines(trx, request);
    } finally {
      await trx.rollback();
    }
  };
};

/** Exports in a worker thread on SQLite, whose reads would block the event loop; in process on PostgreSQL. */
export const createExporter = (databaseUrl: string, db: Knex): Exporter =>
  databaseUrl.startsWith("sqlite:") && databaseUrl !== "sqlite::memory:"
    ? createThreadExporter(databaseUrl)
    : createInProcessExporter(db, databaseUrl === "sqlite::memory:");
