import timers from "node:timers";
import { isChangeUnderWay } from "../../db/engine/changes-under-way.js";

/** A turn starts no further pieces of work after this time. The last one can run longer. */
const TURN_MS = 5;
/** The longest pause after a turn while a change is running. */
const MAX_PAUSE_MS = 100;
const MIN_PAUSE_MS = 0.5;

/** The waiting pieces, in order. Each has an immediate, which starts the oldest piece. */
const waiting: (() => void)[] = [];
let turnStartedAt: number | undefined;
let pausedUntil = 0;

// A test that replaces the timers of its process must not block other tests.
const { setTimeout } = timers;

const hasTimeLeft = (): boolean => {
  if (turnStartedAt !== undefined) return performance.now() - turnStartedAt < TURN_MS;
  turnStartedAt = performance.now();
  // Runs before the immediates of the next turn's pieces, which are set later.
  setImmediate(() => {
    const now = performance.now();
    // A change on PostgreSQL needs a turn for each of its statements.
    if (isChangeUnderWay()) pausedUntil = now + Math.min(MAX_PAUSE_MS, now - turnStartedAt!);
    turnStartedAt = undefined;
  });
  return true;
};

const beginOldest = (): void => {
  const pauseMs = pausedUntil - performance.now();
  if (pauseMs > MIN_PAUSE_MS) setTimeout(beginOldest, pauseMs);
  else if (hasTimeLeft()) waiting.shift()!();
  else setImmediate(beginOldest);
};

/**
 * Waits for a later turn of the event loop, so that long work in pieces lets other requests run. Short pieces share a
 * turn; after a long one, the others wait for the next turn, in order. While a change is running on PostgreSQL, they
 * also wait as long as the turn took.
 */
export const yieldToEventLoop = async (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    setImmediate(beginOldest);
  });
