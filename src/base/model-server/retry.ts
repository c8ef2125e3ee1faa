import { setTimeout } from "node:timers/promises";
import type { Log } from "../log/log.js";
import { ModelError } from "./model-error.js";

const MAX_RETRY_DELAY_MS = 10 * 60_000;
const JITTER = 0.25;

export interface RetryOptions {
  log: Log;
  /** The wait before each retry, in milliseconds. */
  delaysMs: readonly number[];
  random: () => number;
  /** Milliseconds since 1970; by default the clock of the system. */
  now?: (() => number) | undefined;
}

/** Returns the planned wait, or the longer one that the server requests, with jitter. */
const computeRetryDelay = (
  planned: number,
  { details: { retryAfterMs = 0 } }: ModelError,
  random: () => number,
): number =>
  Math.min(Math.max(planned, retryAfterMs), MAX_RETRY_DELAY_MS) * (1 + JITTER * random());

/**
 * Retries after a ModelError, with growing waits.
 * @throws the last ModelError; any other error at once
 */
export const retry = async <T>(
  { log, delaysMs, random }: RetryOptions,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> => {
  for (let failures = 0; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ModelError)) throw error;
      const { isFinal = false, maxRetries = delaysMs.length } = error.details;
      const planned = isFinal || failures >= maxRetries ? undefined : delaysMs[failures];
      if (planned === undefined) throw error;
      const wait = computeRetryDelay(planned, error, random);
      log.warn({ err: error, wait: Math.round(wait) }, "a model server failed; trying again");
      await setTimeout(wait, undefined, { signal, ref: false });
    }
  }
};
