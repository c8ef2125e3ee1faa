import type { Context } from "../../graph/context.js";
import type { Claimant } from "../../graph/reanalysis.js";
import type { Log } from "../log.js";
import { renew } from "./claim.js";

/** How often within its length a claim is renewed. */
const TIMES = 3;

/** Renews a claim, from start to stop. */
export interface Renewal {
  /** The recording is somebody else's. */
  lost: AbortSignal;
  start: () => void;
  stop: () => Promise<void>;
}

/** A claim that is renewed while the work goes on, however long that takes. */
export const renewing = (context: Context, id: string, claimant: Claimant, log: Log): Renewal => {
  const lost = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let underWay = Promise.resolve();
  const once = async (): Promise<void> => {
    try {
      if (!(await renew(context, id, claimant))) lost.abort();
    } catch (error) {
      // It may go better the next time, before the claim is over.
      log.warn({ err: error, recording: id }, "a claim could not be renewed");
    }
  };
  const stop = async (): Promise<void> => {
    clearInterval(timer);
    await underWay;
  };
  return {
    lost: lost.signal,
    start: () => {
      if (timer !== undefined || claimant.lease <= 0) return;
      timer = setInterval(() => {
        underWay = underWay.then(once);
      }, claimant.lease / TIMES);
      timer.unref();
    },
    stop,
  };
};
