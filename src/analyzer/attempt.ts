import { setTimeout } from "node:timers/promises";
import { listTemplates, questionsOf } from "../../db/templates.js";
import type { TranscriptRow } from "../../db/transcripts.js";
import { completeAnalysis, failAnalysis } from "../../graph/analysis-moves.js";
import { type Context, createContext, type Services } from "../../graph/context.js";
import { Failure } from "../../graph/errors.js";
import type { Log } from "../log.js";
import type { Analyze, Call } from "./analyzer.js";
import { type Claim, claim, isOutdated } from "./claim.js";

export interface Job {
  organizationId: string;
  /** Of the recording. */
  id: string;
}

export interface AttemptParts {
  services: Services;
  log: Log;
  analyze: Analyze;
  /** How long a claim holds, in milliseconds. */
  lease: number;
  /** How long to wait before each further attempt, in milliseconds; all together less than the lease. */
  backOff: readonly number[];
}

const reasonOf = (error: unknown): string =>
  error instanceof Failure ? error.message : "The analysis failed; the log of debrief says why";

const callOf = async (context: Context, transcript: TranscriptRow): Promise<Call> => {
  const { db, organizationId } = context;
  const templates = await listTemplates(db, organizationId);
  const questions = await questionsOf(
    db,
    organizationId,
    templates.map(({ id }) => id),
  );
  const { utterances, userName, clientName } = transcript;
  return {
    utterances,
    userName,
    clientName,
    processes: templates.map(({ id }) => ({
      id,
      questions: questions.filter(({ templateId }) => templateId === id),
    })),
  };
};

/**
 * Analyses the recording, if nobody else does. The claim is the status `processing` and the place of that
 * change: what is found is kept only where nothing has happened to the recording since, so that of two who
 * take it for theirs one at most completes it. A process that dies leaves a claim that ends by itself.
 */
export const attempt = async (
  parts: AttemptParts,
  { organizationId, id }: Job,
  signal: AbortSignal,
): Promise<void> => {
  const { services, log, analyze, backOff } = parts;
  const context = createContext(services, { role: "internal", organizationId }, "analyzer");
  let claimed: Claim | undefined;
  for (let failures = 0; !signal.aborted;) {
    const own = claimed !== undefined && context.now() < claimed.until;
    try {
      if (claimed && !own) return;
      claimed = await claim(context, parts.lease, id, own);
      if (!claimed) return;
      const input = await analyze(await callOf(context, claimed.transcript));
      await completeAnalysis(context, id, input, claimed.seen);
      log.info({ recording: id, organization: organizationId }, "analysed");
      return;
    } catch (error) {
      // The call, its appointment or its client was changed meanwhile: it is read again.
      if (isOutdated(error)) continue;
      log.error({ err: error, recording: id, organization: organizationId }, "an analysis failed");
      const wait = backOff[failures];
      failures += 1;
      if (wait === undefined) {
        if (claimed) await failAnalysis(context, id, reasonOf(error), claimed.seen);
        return;
      }
      await setTimeout(wait, undefined, { signal, ref: false }).catch(() => {});
    }
  }
};
