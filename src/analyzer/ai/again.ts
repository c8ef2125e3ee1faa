import { setTimeout } from "node:timers/promises";
import type { Log } from "../../log.js";
import { hopeless, Trouble } from "./trouble.js";

/** About four minutes in all: a server that is started anew is back by then. */
export const WAITS_MS: readonly number[] = [1_000, 3_000, 10_000, 20_000, 40_000, 60_000, 120_000];

const MOST_WAIT_MS = 10 * 60_000;
const JITTER = 0.25;

export interface AgainParts {
  log: Log;
  /** Before each further try, in milliseconds. */
  waits: readonly number[];
  random: () => number;
}

/** As long as planned or as the server asks, and not at the same moment as everybody else. */
const waitOf = (planned: number, { more: { after = 0 } }: Trouble, random: () => number): number =>
  Math.min(Math.max(planned, after), MOST_WAIT_MS) * (1 + JITTER * random());

/**
 * Tries until it works, with longer and longer waits between. @throws Hopeless with the last reason, or
 * whatever is no Trouble
 */
export const again = async <T>(
  { log, waits, random }: AgainParts,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> => {
  for (let failures = 0; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Trouble)) throw error;
      const { final = false, most = waits.length } = error.more;
      const planned = final || failures >= most ? undefined : waits[failures];
      if (planned === undefined) throw hopeless(error);
      const wait = waitOf(planned, error, random);
      log.warn(
        { err: error, wait: Math.round(wait) },
        "a server of the analysis failed; trying again",
      );
      await setTimeout(wait, undefined, { signal, ref: false });
    }
  }
};
