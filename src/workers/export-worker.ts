import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { connect } from "../db/connect.js";
import { openSnapshot } from "../db/read.js";
import { createSchema } from "../graph/schema.js";
import { type Asked, linesOf } from "./export/lines.js";

/** Undefined: that was all. */
export type Told = { bytes: Uint8Array<ArrayBuffer> | undefined } | { error: Error };

// As for the thread that reads statistics: where cores are short, requests come first.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const { databaseUrl, asked } = workerData as { databaseUrl: string; asked: Asked };
const db = connect(databaseUrl, { readOnly: true });
const encoder = new TextEncoder();

const read = linesOf(createSchema());
// Not awaited here: threads of the executable are scripts.
const lines = openSnapshot(db).then((snapshot) => read(snapshot, asked));
// It is told with the first line that is asked for.
lines.catch(() => {});

const next = async (): Promise<Told> => {
  try {
    const { value } = await (await lines).next();
    return { bytes: value === undefined ? undefined : encoder.encode(value) };
  } catch (error) {
    return { error: error as Error };
  }
};

const tell = async (): Promise<void> => {
  const told = await next();
  parentPort!.postMessage(told, "bytes" in told && told.bytes ? [told.bytes.buffer] : []);
};

// Each is asked for when the one before has been taken: that is all that is ever held.
parentPort!.on("message", () => void tell());
