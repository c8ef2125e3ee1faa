import type { Context } from "../../graph/context/context.js";
import type { AnalysisClaimant } from "../../graph/analysis/reanalysis.js";
import type { Log } from "../base/log/log.js";
import { renewClaim } from "./claim-recording.js";

/** Renewals per lease. */
const RENEWALS_PER_LEASE = 3;

/** Renews a claim between start and stop. */
export interface ClaimRenewal {
  /** Aborted when another worker has the claim. */
  lostSignal: AbortSignal;
  /** Stores the progress of a transcription at once if it has begun, else with the next renewal: percent, or null at its end. */
  reportProgress: (percent: number | null) => void;
  start: () => void;
  stop: () => Promise<void>;
}

/** Creates the renewal of a claim. */
export const createClaimRenewal = (
  context: Context,
  id: string,
  claimant: AnalysisClaimant,
  log: Log,
): ClaimRenewal => {
  const lost = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let transcribedPercent: number | null = null;
  let lastRenewal = Promise.resolve();
  const renew = async (): Promise<void> => {
    try {
      if (!(await renewClaim(context, id, claimant, transcribedPercent))) lost.abort();
    } catch (error) {
      // The next renewal may succeed before the claim expires.
      log.warn({ err: error, recording: id }, "a claim could not be renewed");
    }
  };
  const stop = async (): Promise<void> => {
    clearInterval(timer);
    await lastRenewal;
  };
  return {
    lostSignal: lost.signal,
    reportProgress: (percent) => {
      const hasBegun = transcribedPercent === null && percent !== null;
      transcribedPercent = percent;
      // Until its claim has a progress, the call counts as waiting.
      if (hasBegun && timer !== undefined) lastRenewal = lastRenewal.then(renew);
    },
    start: () => {
      if (timer !== undefined || claimant.leaseMs <= 0) return;
      timer = setInterval(() => {
        lastRenewal = lastRenewal.then(renew);
      }, claimant.leaseMs / RENEWALS_PER_LEASE);
      timer.unref();
    },
    stop,
  };
};
