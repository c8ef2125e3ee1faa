import {
  listOrganizationsWithUncheckedMedia,
  listUncheckedMedia,
} from "../../db/redaction/media-checks.js";
import { type Context, createContext, type Services } from "../../graph/core/context.js";
import {
  failMediaCheck,
  findUncheckedMedia,
  finishMediaCheck,
  type UncheckedMedia,
} from "../../graph/redaction/media-checks.js";
import type { Log } from "../log/log.js";
import { type IntervalJob, startInterval } from "./interval.js";

const CHECK_INTERVAL_MS = 5_000;
const PAGE_SIZE = 100;
/** How many files of an organization are silenced before the next organization's. */
const MAX_SILENCED = 4;

interface MediaCheckOptions {
  services: Services;
  log: Log;
}

/** Checks a file. Returns whether a process worked on it. */
const check = async (
  context: Context,
  unchecked: UncheckedMedia,
  { log, signal }: { log: Log; signal: AbortSignal },
): Promise<boolean> => {
  const { media, organizationId } = context;
  const { media: row, isRefused, spans } = unchecked;
  if (isRefused) {
    await finishMediaCheck(context, unchecked, "delete");
    return false;
  }
  if (spans.length === 0) {
    await finishMediaCheck(context, unchecked, "keep");
    return false;
  }
  const fields = { organization: organizationId, recording: row.recordingId };
  const fail = async (problem: string, isVerdict: boolean): Promise<true> => {
    log.warn({ ...fields, problem }, "could not silence parts of a recording; it isn't served");
    await failMediaCheck(context, unchecked, { problem, isVerdict });
    return true;
  };
  let silenced;
  try {
    silenced = await media.silence(organizationId, row, spans);
  } catch (error) {
    // The server is stopping, which ends the process too: the next start tries again.
    return signal.aborted || (await fail((error as Error).message, false));
  }
  // Without its file, a row can't be played either.
  if (silenced === undefined) return false;
  if ("reason" in silenced) return fail(silenced.reason, true);
  if (!(await finishMediaCheck(context, unchecked, silenced)))
    await media.remove(organizationId, silenced.file);
  else log.info({ ...fields, spans: spans.length }, "silenced parts of a recording");
  return true;
};

/** Creates the check of an organization's media files: what redaction replaced in a transcript is silenced in its audio. */
export const createMediaCheck = ({
  services,
  log,
}: MediaCheckOptions): ((organizationId: string, signal: AbortSignal) => Promise<void>) => {
  /** Where the last round of an organization has ended, so that files that fail hold up no others. */
  const ends = new Map<string, string>();

  return async (organizationId, signal) => {
    const credential = { role: "internal", organizationId } as const;
    const context = createContext(services, credential, "media-checks");
    let silenced = 0;
    const start = ends.get(organizationId) ?? "";
    ends.delete(organizationId);
    for (let after: string | undefined = start; after !== undefined;) {
      const page = await listUncheckedMedia(services.db, organizationId, {
        after,
        now: services.now(),
        limit: PAGE_SIZE,
      });
      for (const id of page) {
        if (signal.aborted || silenced >= MAX_SILENCED) return;
        ends.set(organizationId, id);
        const unchecked = await findUncheckedMedia(context, id);
        if (unchecked && (await check(context, unchecked, { log, signal }))) silenced += 1;
      }
      after = page[PAGE_SIZE - 1];
    }
    ends.delete(organizationId);
  };
};

/** Starts the check: now, and every few seconds. */
export const startMediaChecks = (options: MediaCheckOptions): IntervalJob => {
  const { services, log } = options;
  const checkOrganization = createMediaCheck(options);
  return startInterval(
    { everyMs: CHECK_INTERVAL_MS, log, failureMessage: "media could not be checked" },
    async (signal) => {
      for (const id of await listOrganizationsWithUncheckedMedia(services.db, services.now())) {
        if (signal.aborted) return;
        try {
          await checkOrganization(id, signal);
        } catch (error) {
          // The other organizations still get their turn; the next check tries this one again.
          log.error({ err: error, organization: id }, "media could not be checked");
        }
      }
    },
  );
};
