import type { ServerResponse } from "node:http";
import { fitsIntoTurn } from "../graph/turns/fits-into-turn.js";
import { pauseWhileChanging } from "../graph/turns/pause-while-changing.js";

/** A smaller response fits into a connection's buffers. */
const LARGE_ANSWER_BYTES = 64 * 1024;
/** How fast a response is sent. */
const BYTES_PER_MS = 300_000;

/**
 * Calls `release` once the response has left memory: now if it is small, else once it is sent or its caller has
 * disconnected. The next large response is then built without a pause. After a megabyte in a row, which would keep all
 * other requests waiting, it starts in a later turn of the event loop.
 */
export const releaseWhenSent = (res: ServerResponse, bytes: number, release: () => void): void => {
  const releaseInTurn = (): void => {
    if (fitsIntoTurn(bytes)) release();
    else void pauseWhileChanging(bytes / BYTES_PER_MS).then(release);
  };
  if (bytes < LARGE_ANSWER_BYTES) release();
  else if (res.closed) releaseInTurn();
  else res.once("close", releaseInTurn);
};
