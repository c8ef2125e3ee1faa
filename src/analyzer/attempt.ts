import { setTimeout } from "node:timers/promises";
import { completeAnalysis, failAnalysis } from "../../graph/analysis-moves.js";
import { type Context, createContext, type Services } from "../../graph/context.js";
import { Failure } from "../../graph/errors.js";
import { neverEnds } from "../../graph/reanalysis.js";
import type { Log } from "../log.js";
import { Hopeless } from "./analyzer.js";
import { claim, type Claimed, giveBack, isOutdated } from "./claim.js";
import { createFinding, type FindingParts, type Found } from "./finding.js";
import { renewing } from "./renewing.js";

export interface Job {
  organizationId: string;
  /** Of the recording. */
  id: string;
}

export interface AttemptParts extends FindingParts {
  services: Services;
  log: Log;
  /** How long a claim holds if nobody renews it, in milliseconds. */
  lease: number;
  /** How long to wait before each further attempt, in milliseconds. */
  backOff: readonly number[];
}

const BEGUN_IN_VAIN =
  "The analysis was begun again and again, and its worker ended each time; the log of debrief may say why";

const reasonOf = (error: unknown): string =>
  error instanceof Failure || error instanceof Hopeless
    ? error.message
    : "The analysis failed; the log of debrief says why";

const conclude = async (
  context: Context,
  { recording: { id, updatedPosition } }: Claimed,
  found: Found,
): Promise<boolean> => {
  if ("input" in found) await completeAnalysis(context, id, found.input, updatedPosition);
  else await failAnalysis(context, id, found.reason, updatedPosition);
  return "input" in found;
};

/**
 * Analyses the recording, if nobody else does. The claim is kept while the work goes on, and what is found is
 * written only where nothing has happened to the recording since it was read: so that of two who take it for
 * theirs one at most completes it. A process that dies leaves a claim that ends by itself.
 */
export const attempt = async (
  parts: AttemptParts,
  { organizationId, id }: Job,
  stopping: AbortSignal,
): Promise<void> => {
  const { services, log, lease, backOff, transcribe } = parts;
  const context = createContext(services, { role: "internal", organizationId }, "analyzer");
  const about = { recording: id, organization: organizationId };
  const claimant = { holder: services.newId(), lease, goesOn: false };
  const renewal = renewing(context, id, claimant, log);
  const signal = AbortSignal.any([stopping, renewal.lost]);
  const finding = createFinding(parts, context, claimant.holder);
  let gaveUp = false;
  try {
    for (let failures = 0; !signal.aborted;) {
      let claimed: Claimed | undefined;
      try {
        claimed = await claim(context, id, claimant, transcribe !== undefined);
        if (!claimed) return;
        claimant.goesOn = true;
        renewal.start();
        if (await neverEnds(context, id)) finding.giveUp(claimed, BEGUN_IN_VAIN);
        const found = await finding.find(claimed, signal);
        if (await conclude(context, claimed, found)) log.info(about, "analysed");
        return;
      } catch (error) {
        // Whoever has the recording now, or comes after us, does it.
        if (renewal.lost.aborted) log.warn(about, "an analysis was taken over by somebody else");
        if (signal.aborted) return;
        // The call, its appointment or its client was changed meanwhile: it is read again.
        if (isOutdated(error)) continue;
        log.error({ err: error, ...about }, "an analysis failed");
        const wait = error instanceof Hopeless ? undefined : backOff[failures];
        failures += 1;
        if (wait !== undefined)
          await setTimeout(wait, undefined, { signal, ref: false }).catch(() => {});
        else if (claimed && !gaveUp) {
          finding.giveUp(claimed, reasonOf(error));
          gaveUp = true;
        } else return;
      }
    }
  } finally {
    await renewal.stop();
    if (stopping.aborted && claimant.goesOn) await giveBack(context, id, claimant);
  }
};
