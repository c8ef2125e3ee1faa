import timers from "node:timers";
import { isChangeUnderWay } from "../../db/engine/changes-under-way.js";

/** The large responses per turn: building a megabyte takes about five milliseconds. */
const MAX_TURN_BYTES = 1024 * 1024;

let turnBytes = 0;

// A test that replaces the timers of its process must not block other tests.
const { setImmediate } = timers;

const endTurn = (): void => {
  turnBytes = 0;
};

/**
 * Counts a response in this turn of the event loop. Returns whether the next one may start in the same turn; other
 * requests and a running change wait meanwhile.
 */
export const fitsIntoTurn = (bytes: number): boolean => {
  if (isChangeUnderWay()) return false;
  if (turnBytes === 0) setImmediate(endTurn);
  turnBytes += bytes;
  return turnBytes < MAX_TURN_BYTES;
};
