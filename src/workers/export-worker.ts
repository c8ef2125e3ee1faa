import "reflect-metadata";
import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { connect } from "../../db/engine/connect.js";
import { openSnapshot } from "../../db/engine/snapshot.js";
import { createSchema } from "../../graph/schema.js";
import { type ExportRequest, createLineReader } from "../export/line-reader.js";

/** One chunk of the export; undefined after the last one. */
export type ExportChunk = { bytes: Uint8Array<ArrayBuffer> | undefined } | { error: Error };

// If there are too few cores, requests come first. The thread for statistics does the same.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const { databaseUrl, request } = workerData as { databaseUrl: string; request: ExportRequest };
const db = connect(databaseUrl, { readOnly: true });
const encoder = new TextEncoder();

const readLines = createLineReader(createSchema());
// Not awaited here: threads of the executable are scripts.
const lines = openSnapshot(db).then((snapshot) => readLines(snapshot, request));
// The first request for a chunk reports this error.
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
  const chunk = await readChunk();
  parentPort!.postMessage(chunk, "bytes" in chunk && chunk.bytes ? [chunk.bytes.buffer] : []);
};

// The main thread requests a chunk once it has sent the one before, so that memory holds one chunk at most.
parentPort!.on("message", () => void sendChunk());
