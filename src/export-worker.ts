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

const lines = linesOf(createSchema())(await openSnapshot(db), asked);

// Each is asked for when the one before has been taken: that is all that is ever held.
parentPort!.on("message", () => {
  lines.next().then(
    ({ value }) => {
      const bytes = value === undefined ? undefined : encoder.encode(value);
      parentPort!.postMessage({ bytes } satisfies Told, bytes ? [bytes.buffer] : []);
    },
    (error: Error) => parentPort!.postMessage({ error } satisfies Told),
  );
});
