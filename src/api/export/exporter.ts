import { once } from "node:events";
import type { Knex } from "knex";
import { limitConnections } from "../../../db/engine/limit-connections.js";
import { ConnectionLostError } from "../../../db/engine/errors.js";
import { FairShares } from "../../../db/engine/fair-shares.js";
import { SHARE_LIMITS } from "../../../db/engine/share-limits.js";
import { openSnapshot, tryLockExport } from "../../../db/engine/snapshot.js";
import { Failure } from "../../../graph/core/errors.js";
import { yieldToEventLoop } from "../../../graph/turns/yield-to-event-loop.js";
import { createSchema } from "../../../graph/schema.js";
import type { ExportProgress } from "./export-worker.js";
import { startThread } from "../../base/workers/thread.js";
import {
  createExportLineReader,
  type ExportRequest,
  type ExportLineReader,
} from "./export-line-reader.js";
import { createSpoolWriter, Spool } from "./spool.js";

/**
 * Yields an organization's lines in chunks, on demand. A caller that stops early must call the generator's `return`.
 */
export type Exporter = (request: ExportRequest) => AsyncGenerator<string | Uint8Array>;

export const exportInProgress = (): Failure =>
  new Failure("RATE_LIMITED", "The organization is being exported, try again later");

const tooManyExports = (): Failure =>
  new Failure("RATE_LIMITED", "Too many organizations are being exported, try again later");

/** Writes an export into the spool. Stops early if the signal aborts. */
type SpoolFiller = (spool: Spool, request: ExportRequest, signal: AbortSignal) => Promise<void>;

/** SQLite's reads would block the event loop. */
const createThreadFiller =
  (databaseUrl: string): SpoolFiller =>
  async (spool, request, signal) => {
    const { fd, directory } = spool;
    const worker = startThread(new URL("./export-worker.js", import.meta.url), {
      workerData: { databaseUrl, request, fd, directory },
    });
    const abort = (): void => void worker.terminate();
    signal.addEventListener("abort", abort, { once: true });
    let isComplete = false;
    worker.on("message", (progress: ExportProgress) => {
      if ("error" in progress) return spool.fail(progress.error);
      spool.advance(progress.written);
      isComplete = progress.isComplete;
      if (isComplete) spool.complete();
    });
    worker.once("error", (error) => spool.fail(error));
    try {
      await once(worker, "exit");
    } finally {
      signal.removeEventListener("abort", abort);
      if (!isComplete) spool.fail(new ConnectionLostError("the export thread has exited"));
    }
  };

const createInProcessFiller = (db: Knex): SpoolFiller => {
  let readLines: ExportLineReader | undefined;
  return async (spool, request, signal) => {
    readLines ??= createExportLineReader(createSchema());
    const append = createSpoolWriter(spool.fd, spool.directory);
    const trx = await openSnapshot(limitConnections(db, request.organizationId));
    try {
      if (!(await tryLockExport(trx, request.organizationId))) throw exportInProgress();
      for await (const text of readLines(trx, request)) {
        if (signal.aborted) return;
        spool.advance(append(text));
        await yieldToEventLoop();
      }
      spool.complete();
    } finally {
      await trx.rollback();
    }
  };
};

/**
 * Exports through a temporary file in `directory`, so that a slow caller doesn't hold a snapshot, which would keep
 * SQLite's log from shrinking or occupy a PostgreSQL connection.
 */
const createSpoolExporter = (fill: SpoolFiller, directory: string): Exporter => {
  const places = new FairShares(SHARE_LIMITS.exports);
  return async function* spooled(request) {
    const release = places.tryAcquire(request.organizationId);
    if (!release) throw tooManyExports();
    const stopping = new AbortController();
    let spool: Spool | undefined;
    let filling: Promise<void> | undefined;
    try {
      const opened = (spool = await Spool.open(directory));
      filling = fill(opened, request, stopping.signal)
        .catch((error: unknown) => opened.fail(error))
        .finally(release);
      yield* opened.read();
    } finally {
      stopping.abort();
      await filling;
      release();
      await spool?.close();
    }
  };
};

/** A database in memory has one connection, which a snapshot would block, so each page is its own snapshot. */
const createMemoryExporter = (db: Knex): Exporter => {
  let readLines: ExportLineReader | undefined;
  return async function* fromMemory(request) {
    readLines ??= createExportLineReader(createSchema());
    yield* readLines(db, request);
  };
};

/**
 * Exports in a worker thread on SQLite and in process on PostgreSQL. `directory`: for temporary files, created when
 * first needed.
 */
export const createExporter = (databaseUrl: string, db: Knex, directory: string): Exporter => {
  if (databaseUrl === "sqlite::memory:") return createMemoryExporter(db);
  const fill = databaseUrl.startsWith("sqlite:")
    ? createThreadFiller(databaseUrl)
    : createInProcessFiller(db);
  return createSpoolExporter(fill, directory);
};
