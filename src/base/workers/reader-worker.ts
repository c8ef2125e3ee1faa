import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { connect } from "../../../db/engine/connect.js";
import { checkRead, limitRead, ReadBudgetError } from "../../../db/engine/read-limit.js";
import { snapshot } from "../../../db/engine/snapshot.js";
import { type Failure, classifyError } from "../../../graph/core/errors.js";
import { type ReadRequest, runLongRead, toReadFailure } from "./long-reads.js";

export interface ReaderData {
  databaseUrl: string;
  /** One number: 1 once the caller of the current request has disconnected. */
  isAborted: Int32Array<SharedArrayBuffer>;
  budgetMs: number;
}

/** The structured clone of an error loses its code, so errors are sent in a separate format. */
export type ReadReply =
  | { result: unknown }
  | { failure: Pick<Failure, "code" | "reason" | "field"> }
  | { error: { name: string; message: string; code: unknown; stack: string | undefined } };

// On Linux this sets the priority of this thread alone: requests take precedence if cores are scarce.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const { databaseUrl, isAborted, budgetMs } = workerData as ReaderData;
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

/** Returns the CPU time of this thread: a busy machine doesn't reduce a read's budget. */
const readCpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

const createCheck = (): (() => void) => {
  const end = readCpuMs() + budgetMs;
  return () => {
    if (Atomics.load(isAborted, 0) === 1) throw new Error("the caller has left");
    if (readCpuMs() >= end) throw new ReadBudgetError();
  };
};

const runRead = async (request: ReadRequest): Promise<ReadReply> => {
  try {
    const result = await snapshot(db, (trx) => {
      limitRead(trx, createCheck());
      checkRead(trx);
      return runLongRead(trx, request);
    });
    return { result };
  } catch (error) {
    return toErrorReply(toReadFailure(request.name, error));
  }
};

parentPort!.on("message", (request: ReadRequest) => {
  void runRead(request).then((reply) => parentPort!.postMessage(reply));
});
