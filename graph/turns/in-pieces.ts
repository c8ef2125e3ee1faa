import { yieldToEventLoop } from "./yield-to-event-loop.js";

/** A statement for more rows would block the main thread for longer. */
const ROWS_PER_PIECE = 2_000;

/** Runs work on batches of items in sequence, and lets other requests run in between. */
export const runInPieces = async <T>(
  items: readonly T[],
  run: (piece: readonly T[]) => Promise<void>,
): Promise<void> => {
  for (let start = 0; start < items.length; start += ROWS_PER_PIECE) {
    if (start > 0) await yieldToEventLoop();
    await run(items.slice(start, start + ROWS_PER_PIECE));
  }
};
