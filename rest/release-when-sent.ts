import type { ServerResponse } from "node:http";

/** A smaller answer fits into the buffers of a connection. */
const LARGE_ANSWER_BYTES = 64 * 1024;

/** Calls `release` once the answer has left memory: now if it is small, else once it is sent or its caller has left. */
export const releaseWhenSent = (res: ServerResponse, bytes: number, release: () => void): void => {
  if (bytes < LARGE_ANSWER_BYTES || res.closed) release();
  else res.once("close", release);
};
