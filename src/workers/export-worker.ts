import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { connect } from "../../db/engine/connect.js";
import { openSnapshot } from "../../db/engine/snapshot.js";
import { createSchema } from "../../graph/schema.js";
import { type ExportRequest, createLineReader } from "../export/line-reader.js";

/** Undefined: that was all. */
export type ExportChunk = { bytes: Uint8Array<ArrayBuffer> | undefined } | { error: Error };

// As for the thread that reads statistics: where cores are short, requests come first.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const { databaseUrl, request } = workerData as { databaseUrl: string; request: ExportRequest };
const db = connect(databaseUrl, { readOnly: true });
const encoder = new TextEncoder();

const readLines = createLineReader(createSchema());
// Not awaited here: threads of the executable are scripts.
const lines = openSnapshot(db).then((snapshot) => readLines(snapshot, request));
// It is told with the first line that is asked for.
lines.catch(() => {});

const readChunk = async (): Promise<ExportChunk> => {
  try {
    const { value } = await (await lines).next();
    return { bytes: value === undefined ? undefined : encoder.encode(value) };
  } catch (error) {
    return { error: error as Error };
  }
};

const sendChunk = async (): Promise<void> => {
  const told = await readChunk();
  parentPort!.postMessage(told, "bytes" in told && told.bytes ? [told.bytes.buffer] : []);
};

// Each is asked for when the one before has been taken: that is all that is ever held.
parentPort!.on("message", () => void sendChunk());
