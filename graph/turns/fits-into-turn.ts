import timers from "node:timers";
import { isChangeUnderWay } from "../../db/engine/changes-under-way.js";

/** The large answers of a turn: to build a megabyte takes some five milliseconds. */
const MAX_TURN_BYTES = 1024 * 1024;

let turnBytes = 0;

// A test that replaces the timers of its process must not hold up other tests.
const { setImmediate } = timers;

const endTurn = (): void => {
  turnBytes = 0;
};

/**
 * Counts an answer of this turn of the event loop. Returns whether the next one may begin in it, too: other requests wait
 * meanwhile, and so does a change under way.
 */
export const fitsIntoTurn = (bytes: number): boolean => {
  if (isChangeUnderWay()) return false;
  if (turnBytes === 0) setImmediate(endTurn);
  turnBytes += bytes;
  return turnBytes < MAX_TURN_BYTES;
};
