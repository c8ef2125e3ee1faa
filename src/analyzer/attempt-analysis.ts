import { setTimeout } from "node:timers/promises";
import type { FairShares } from "../../db/engine/fair-shares.js";
import { completeAnalysis, failAnalysis } from "../../graph/analysis/transitions.js";
import { type Context, createContext, type Services } from "../../graph/context/context.js";
import { PROGRAM_ACTOR } from "../../graph/core/actor.js";
import { Failure } from "../../graph/core/errors.js";
import { withRedactionSignal } from "../../graph/core/redaction-port.js";
import { attemptsExhausted } from "../../graph/analysis/reanalysis.js";
import type { Log } from "../base/log/log.js";
import { UnanalyzableError } from "./analyzer.js";
import {
  claimRecording,
  type ClaimedRecording,
  releaseClaim,
  isStaleRead,
} from "./claim-recording.js";
import {
  createCachedAnalysis,
  type AnalysisSteps,
  type AnalysisResult,
} from "./analysis-result.js";
import { createClaimRenewal } from "./claim-renewal.js";
import type { PoolJob } from "../base/workers/job-pool.js";

export interface AttemptOptions extends Omit<AnalysisSteps, "onTranscriptionProgress"> {
  services: Services;
  log: Log;
  /** The calls that need a transcript, by organization. Undefined: they are not limited. */
  untranscribed?: FairShares;
  /** How long a claim holds unless renewed, in milliseconds. */
  leaseMs: number;
  /** The wait before each retry, in milliseconds. */
  backOff: readonly number[];
}

const ATTEMPTS_EXHAUSTED_REASON =
  "The analysis was started too often, and its worker ended each time; the log of debrief may have the reason";

const formatReason = (error: unknown): string =>
  error instanceof Failure || error instanceof UnanalyzableError
    ? error.message
    : "The analysis failed; the log of debrief has the reason";

/** Writes the result. Returns whether it is an analysis. */
const writeResult = async (
  context: Context,
  { recording: { id, updatedPosition } }: ClaimedRecording,
  result: AnalysisResult,
): Promise<boolean> => {
  if ("input" in result)
    await completeAnalysis(context, id, result.input, {
      seenPosition: updatedPosition,
      notices: result.notices,
    });
  else
    await failAnalysis(context, id, result.reason, {
      seenPosition: updatedPosition,
      understood: result.understood,
    });
  return "input" in result;
};

/**
 * Analyses the recording unless another worker does. Renews the claim while the work goes on. Writes the result only
 * if the recording hasn't changed since it was read, so that at most one of two workers completes it. The claim of a
 * process that dies expires.
 */
export const attemptAnalysis = async (
  parts: AttemptOptions,
  { organizationId, id }: PoolJob,
  stopping: AbortSignal,
): Promise<void> => {
  const { services, log, leaseMs, backOff, transcribe, untranscribed } = parts;
  const credential = { role: "internal", organizationId } as const;
  const context = {
    ...createContext(withRedactionSignal(services, stopping), credential, "analyzer"),
    // Evidence that isn't in the transcript is left out then, instead of refused.
    actor: () => PROGRAM_ACTOR,
  };
  const logFields = { recording: id, organization: organizationId };
  const claimant = { holder: services.newId(), leaseMs, isRetry: false };
  const renewal = createClaimRenewal(context, id, claimant, log);
  const signal = AbortSignal.any([stopping, renewal.lostSignal]);
  let leave: (() => void) | undefined;
  const beginTranscription = (): boolean => {
    if (transcribe && untranscribed) leave ??= untranscribed.tryAcquire(organizationId);
    return transcribe !== undefined && (untranscribed === undefined || leave !== undefined);
  };
  const onTranscriptionProgress = (percent: number | null): void => {
    renewal.reportProgress(percent);
    if (percent !== null) return;
    leave?.();
    leave = undefined;
  };
  const steps = { ...parts, onTranscriptionProgress };
  const analysis = createCachedAnalysis(steps, context, claimant.holder);
  let hasGivenUp = false;
  try {
    for (let failures = 0; !signal.aborted;) {
      let claimed: ClaimedRecording | undefined;
      try {
        claimed = await claimRecording(context, id, claimant, beginTranscription);
        if (!claimed) return;
        claimant.isRetry = true;
        renewal.start();
        if (await attemptsExhausted(context, id))
          analysis.giveUp(claimed, ATTEMPTS_EXHAUSTED_REASON);
        const result = await analysis.run(claimed, signal);
        if (await writeResult(context, claimed, result)) log.info(logFields, "analysed");
        return;
      } catch (error) {
        // The worker that holds the claim, or a later one, analyses it.
        if (renewal.lostSignal.aborted)
          log.warn(logFields, "another worker has taken over the analysis");
        if (signal.aborted) return;
        // The call, its appointment or its client has changed, so read it again.
        if (isStaleRead(error)) continue;
        log.error({ err: error, ...logFields }, "an analysis failed");
        const wait = error instanceof UnanalyzableError ? undefined : backOff[failures];
        failures += 1;
        if (wait !== undefined)
          await setTimeout(wait, undefined, { signal, ref: false }).catch(() => {});
        else if (claimed && !hasGivenUp) {
          const understood = error instanceof UnanalyzableError ? error.understood : undefined;
          analysis.giveUp(claimed, formatReason(error), understood);
          hasGivenUp = true;
        } else return;
      }
    }
  } finally {
    leave?.();
    await renewal.stop();
    if (stopping.aborted && claimant.isRetry) await releaseClaim(context, id, claimant);
  }
};
