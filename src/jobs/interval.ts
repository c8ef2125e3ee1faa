import { setTimeout } from "node:timers/promises";
import type { Log } from "./log.js";

/** What is done again and again, until it is stopped. */
export interface Regular {
  /** Waits for what is under way, which is told by its signal. */
  stop: () => Promise<void>;
}

/** Does the work now and every so often, which keeps no process running; a failure is logged. */
export const regularly = (
  { everyMs, log, failed }: { everyMs: number; log: Log; failed: string },
  work: (signal: AbortSignal) => Promise<void>,
): Regular => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await work(signal);
      } catch (error) {
        log.error({ err: error }, failed);
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
