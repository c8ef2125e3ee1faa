import { setTimeout } from "node:timers/promises";
import type { Log } from "../log/log.js";

/** A job that runs at an interval until it is stopped. */
export interface IntervalJob {
  /** Aborts the signal of the current run and waits for its end. */
  stop: () => Promise<void>;
}

/** Runs `work` now and every `everyMs` milliseconds. Logs failures. The timer doesn't keep the process alive. */
export const startInterval = (
  { everyMs, log, failureMessage }: { everyMs: number; log: Log; failureMessage: string },
  work: (signal: AbortSignal) => Promise<void>,
): IntervalJob => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await work(signal);
      } catch (error) {
        log.error({ err: error }, failureMessage);
      }
      await setTimeout(everyMs, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
};
