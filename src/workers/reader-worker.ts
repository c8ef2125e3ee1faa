import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { connect, type Db } from "../../db/engine/connect.js";
import { snapshot } from "../../db/engine/snapshot.js";
import { type Failure, classifyError } from "../../graph/core/errors.js";
import { longReads, type LongReadName } from "./long-reads.js";

export interface ReadRequest {
  name: LongReadName;
  query: unknown;
}

/** The structured clone of an error loses its code, so errors have a form of their own. */
export type ReadReply =
  | { result: unknown }
  | { failure: Pick<Failure, "code" | "reason" | "field"> }
  | { error: { name: string; message: string; code: unknown; stack: string | undefined } };

// On Linux this sets the priority of this thread alone: requests come first if cores are scarce.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const { databaseUrl } = workerData as { databaseUrl: string };
const db = connect(databaseUrl, { readOnly: true });

const toErrorReply = (thrown: unknown): ReadReply => {
  const { failure, unexpected } = classifyError(thrown);
  if (!unexpected) {
    const { code, reason, field } = failure;
    return { failure: { code, reason, ...(field !== undefined && { field }) } };
  }
  const { name, message, code, stack } = thrown as Error & { code?: unknown };
  return { error: { name, message, code, stack } };
};

const runRead = async ({ name, query }: ReadRequest): Promise<ReadReply> => {
  const read = longReads[name] as (db: Db, query: unknown) => Promise<unknown>;
  try {
    return { result: await snapshot(db, (trx) => read(trx, query)) };
  } catch (error) {
    return toErrorReply(error);
  }
};

// Replies have the order of the requests, by which the main thread matches them.
let lastReply: Promise<void> = Promise.resolve();
parentPort!.on("message", (request: ReadRequest) => {
  lastReply = lastReply.then(async () => parentPort!.postMessage(await runRead(request)));
});
