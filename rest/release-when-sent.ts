import type { ServerResponse } from "node:http";
import { pauseWhileChanging } from "../graph/core/pause-while-changing.js";

/** A smaller answer fits into the buffers of a connection. */
const LARGE_ANSWER_BYTES = 64 * 1024;
/** How fast an answer is sent. */
const BYTES_PER_MS = 300_000;

/**
 * Calls `release` once the answer has left memory: now if it is small, else once it is sent or its caller has left,
 * and in a later turn of the event loop. The next large answer is built without a pause: in a row, they would keep all
 * other requests waiting.
 */
export const releaseWhenSent = (res: ServerResponse, bytes: number, release: () => void): void => {
  const releaseLater = (): void => void pauseWhileChanging(bytes / BYTES_PER_MS).then(release);
  if (bytes < LARGE_ANSWER_BYTES) release();
  else if (res.closed) releaseLater();
  else res.once("close", releaseLater);
};
