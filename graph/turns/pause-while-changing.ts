import timers from "node:timers";
import { isChangeUnderWay } from "../../db/engine/changes-under-way.js";
import { yieldToEventLoop } from "./yield-to-event-loop.js";

const MAX_PAUSE_MS = 100;

// A test that replaces the timers of its process must not block other tests.
const { setTimeout } = timers;

/**
 * Waits for a later turn of the event loop, after work that blocked all requests for the given time. While a change is
 * running, which needs a turn for each of its statements, waits as long as the work took.
 */
export const pauseWhileChanging = async (workedMs: number): Promise<void> =>
  isChangeUnderWay()
    ? new Promise((resolve) => setTimeout(resolve, Math.min(workedMs, MAX_PAUSE_MS)))
    : yieldToEventLoop();
