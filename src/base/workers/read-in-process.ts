import { type Db, dialectOf } from "../../../db/engine/connect.js";
import { checkRead, limitRead, ReadBudgetError } from "../../../db/engine/read-limit.js";
import { snapshot } from "../../../db/engine/snapshot.js";
import { type ReadRequest, runLongRead, toReadFailure } from "./long-reads.js";

/** PostgreSQL's code for a statement that was cancelled or reached its timeout. */
const QUERY_CANCELED = "57014";

interface PostgresClient {
  acquireConnection: () => Promise<{ processID: number }>;
}

/** Cancels the transaction's current statement once the signal aborts. Returns a function to call before the end. */
const cancelOnAbort = async (
  db: Db,
  trx: Db,
  signal: AbortSignal,
): Promise<() => Promise<void>> => {
  const { processID } = await (trx.client as PostgresClient).acquireConnection();
  let cancelled: Promise<unknown> = Promise.resolve();
  const onAbort = (): void => {
    cancelled = db.raw("SELECT pg_cancel_backend(?)", [processID]).catch(() => {});
  };
  signal.addEventListener("abort", onAbort, { once: true });
  return async () => {
    signal.removeEventListener("abort", onAbort);
    // Later, the connection may run another request's statement.
    await cancelled;
  };
};

/** Runs a read in this process: on PostgreSQL, for at most `maxMs`, or for a SQLite database in memory. */
export const readInProcess = async (
  db: Db,
  request: ReadRequest,
  maxMs: number,
  signal: AbortSignal | undefined,
): Promise<unknown> => {
  if (dialectOf(db) === "sqlite") return snapshot(db, (trx) => runLongRead(trx, request));
  try {
    return await snapshot(db, async (trx) => {
      await trx.raw(`SET LOCAL statement_timeout = ${maxMs}`);
      const end = performance.now() + maxMs;
      limitRead(trx, () => {
        signal?.throwIfAborted();
        if (performance.now() > end) throw new ReadBudgetError();
      });
      checkRead(trx);
      const stopListening = signal && (await cancelOnAbort(db, trx, signal));
      try {
        return await runLongRead(trx, request);
      } finally {
        await stopListening?.();
      }
    });
  } catch (error) {
    signal?.throwIfAborted();
    const isCancelled = (error as { code?: unknown }).code === QUERY_CANCELED;
    throw toReadFailure(request.name, isCancelled ? new ReadBudgetError() : error);
  }
};
