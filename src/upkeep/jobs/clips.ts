import { listOrganizationsWithDueCuts } from "../../../db/clips/cuts.js";
import { failCut, findNextCut, finishCut } from "../../../graph/clips/cut.js";
import { createContext, type Services } from "../../../graph/context/context.js";
import { Failure } from "../../../graph/core/errors.js";
import type { Log } from "../../base/log/log.js";
import { type IntervalJob, startInterval } from "../../base/workers/interval.js";

const CHECK_INTERVAL_MS = 2_000;

interface ClipJobOptions {
  services: Services;
  log: Log;
}

/**
 * Creates the job that cuts clips: it writes a clip's part of the recording as a file of its own. A run cuts at most
 * one clip of the organization, and returns whether there was one. A process that is killed leaves a file without a
 * clip, which the sweep of media deletes, and the clip is cut again.
 */
export const createClipCutter =
  ({ services, log }: ClipJobOptions) =>
  async (organizationId: string, signal: AbortSignal): Promise<boolean> => {
    const context = createContext(services, { role: "internal", organizationId }, "clips");
    const cut = await findNextCut(context);
    if (!cut) return false;
    const { media } = services;
    const fields = { organization: organizationId, clip: cut.id };
    const fail = async (
      problem: string,
      kind: { isVerdict?: boolean; isDiskFull?: boolean } = {},
    ): Promise<true> => {
      log.warn({ ...fields, problem }, "could not cut a clip");
      await failCut(context, cut, { problem, ...kind });
      return true;
    };
    const range = { start: cut.startMs, end: cut.endMs };
    let file;
    try {
      file = await media.cut(organizationId, cut.source, range, signal);
    } catch (error) {
      // The server is stopping: the next start tries again.
      if (signal.aborted) return true;
      if (error instanceof Failure) return fail(error.message, { isDiskFull: true });
      // Its message may have paths of the server.
      log.error({ ...fields, err: error }, "an error while cutting a clip");
      return fail("The server couldn't read or write the audio; its log has the reason");
    }
    if (file === undefined) return fail("The recording's media is missing");
    if ("reason" in file) return fail(file.reason, { isVerdict: true });
    let isStored = false;
    try {
      isStored = await finishCut(context, cut, file);
    } finally {
      // Each failed attempt would leave a file. If only the commit's confirmation failed, the clip is cut again once
      // its missing file is played.
      if (!isStored) await media.remove(organizationId, file.file);
    }
    return true;
  };

/** Starts the job: now, and every few seconds. Organizations take turns. */
export const startClipJob = (options: ClipJobOptions): IntervalJob => {
  const { services, log } = options;
  const cutNext = createClipCutter(options);
  const failureMessage = "clips could not be cut";
  return startInterval({ everyMs: CHECK_INTERVAL_MS, log, failureMessage }, async (signal) => {
    let hasWorked = true;
    while (hasWorked && !signal.aborted) {
      hasWorked = false;
      for (const id of await listOrganizationsWithDueCuts(services.db, services.now())) {
        if (signal.aborted) return;
        try {
          hasWorked = (await cutNext(id, signal)) || hasWorked;
        } catch (error) {
          // The other organizations still get their turn.
          log.error({ err: error, organization: id }, failureMessage);
        }
      }
    }
  });
};
