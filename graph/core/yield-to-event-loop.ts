import { setImmediate } from "node:timers/promises";

let lastTurn: Promise<void> = Promise.resolve();

/** Waits one turn of the event loop per caller, so that long work in pieces lets other requests run. */
export const yieldToEventLoop = async (): Promise<void> =>
  (lastTurn = lastTurn.then(async () => setImmediate()));
