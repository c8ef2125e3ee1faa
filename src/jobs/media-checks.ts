import {
  listOrganizationsWithUncheckedMedia,
  listUncheckedMedia,
} from "../../db/redaction/media-checks.js";
import { type Context, createContext, type Services } from "../../graph/core/context.js";
import {
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

/** Checks a file. Returns whether it was silenced or removed. */
const check = async (context: Context, log: Log, unchecked: UncheckedMedia): Promise<boolean> => {
  const { media, organizationId } = context;
  const { media: row, isRefused, spans } = unchecked;
  if (isRefused) {
    await finishMediaCheck(context, unchecked, null);
    return false;
  }
  if (spans.length === 0) {
    await finishMediaCheck(context, unchecked, undefined);
    return false;
  }
  const silenced = await media.silence(organizationId, row, spans);
  // Without its file, a row can't be played either.
  if (silenced === undefined) return false;
  const fields = { organization: organizationId, recording: row.recordingId };
  if (!(await finishMediaCheck(context, unchecked, silenced))) {
    if (silenced) await media.remove(organizationId, silenced.file);
    return true;
  }
  if (silenced) log.info({ ...fields, spans: spans.length }, "silenced parts of a recording");
  else log.warn(fields, "removed a recording's audio: it can't be decoded to silence parts of it");
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
      const page = await listUncheckedMedia(services.db, organizationId, after, PAGE_SIZE);
      for (const id of page) {
        if (signal.aborted || silenced >= MAX_SILENCED) return;
        ends.set(organizationId, id);
        const unchecked = await findUncheckedMedia(context, id);
        if (unchecked && (await check(context, log, unchecked))) silenced += 1;
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
      for (const id of await listOrganizationsWithUncheckedMedia(services.db)) {
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
