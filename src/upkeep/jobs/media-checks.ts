import {
  listOrganizationsWithUncheckedMedia,
  listUncheckedMedia,
} from "../../../db/redaction/media-checks.js";
import { findMedia } from "../../../db/recordings/media.js";
import { type Context, createContext, type Services } from "../../../graph/context/context.js";
import { Failure } from "../../../graph/core/errors.js";
import type { StoredFile } from "../../../graph/core/ports.js";
import {
  failMediaCheck,
  findUncheckedMedia,
  finishMediaCheck,
  type UncheckedMedia,
} from "../../../graph/redaction/media-checks.js";
import type { Log } from "../../base/log/log.js";
import { type IntervalJob, startInterval } from "../../base/workers/interval.js";

const CHECK_INTERVAL_MS = 5_000;
const PAGE_SIZE = 100;
/** How many organizations' files are silenced at a time, each in a low-priority process. */
const PLACES = 2;

interface MediaCheckOptions {
  services: Services;
  log: Log;
}

/** A file that is silenced, but whose change hasn't been committed, or whose commit wasn't confirmed. */
interface SilencedMedia {
  unchecked: UncheckedMedia;
  silenced: StoredFile;
}

/** The silenced file of each organization whose change has failed, such as on a full disk. */
type UnstoredFiles = Map<string, SilencedMedia>;

/** Makes a silenced file the recording's media, and removes it where the recording has changed meanwhile. */
const storeSilenced = async (
  context: Context,
  { unchecked, silenced }: SilencedMedia,
  { log, unstored }: { log: Log; unstored: UnstoredFiles },
): Promise<void> => {
  const { db, media, organizationId } = context;
  const { media: row, spans } = unchecked;
  // Each further attempt would leave another silenced file, and fill the disk.
  unstored.set(organizationId, { unchecked, silenced });
  const isStored =
    (await finishMediaCheck(context, unchecked, silenced)) ||
    // An earlier attempt's commit wasn't confirmed.
    (await findMedia(db, organizationId, row.recordingId))?.file === silenced.file;
  unstored.delete(organizationId);
  const fields = { organization: organizationId, recording: row.recordingId };
  if (isStored) log.info({ ...fields, spans: spans.length }, "silenced parts of a recording");
  else await media.remove(organizationId, silenced.file);
};

/** Checks a file. Returns whether a process worked on it. */
const check = async (
  context: Context,
  unchecked: UncheckedMedia,
  { log, signal, unstored }: { log: Log; signal: AbortSignal; unstored: UnstoredFiles },
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
  const fail = async (
    problem: string,
    kind: { isVerdict?: boolean; isDiskFull?: boolean },
  ): Promise<true> => {
    log.warn({ ...fields, problem }, "could not silence parts of a recording; it isn't served");
    await failMediaCheck(context, unchecked, { problem, ...kind });
    return true;
  };
  let silenced;
  try {
    silenced = await media.silence(organizationId, row, spans, signal);
  } catch (error) {
    // The server is stopping: the next start tries again.
    const isDiskFull = error instanceof Failure && error.code === "UNAVAILABLE";
    return signal.aborted || (await fail((error as Error).message, { isDiskFull }));
  }
  // A row without its file can't be played anyway.
  if (silenced === undefined) return false;
  if ("reason" in silenced) return fail(silenced.reason, { isVerdict: true });
  await storeSilenced(context, { unchecked, silenced }, { log, unstored });
  return true;
};

/**
 * Creates the check of an organization's media files: text that redaction replaced in a transcript is silenced in the
 * audio. A run ends after the first file that a process worked on, and returns whether there was one. Then it is the
 * next organization's turn.
 */
export const createMediaCheck = ({
  services,
  log,
}: MediaCheckOptions): ((organizationId: string, signal: AbortSignal) => Promise<boolean>) => {
  /** Where an organization's last round ended, so that failing files don't block others. */
  const ends = new Map<string, string>();
  const unstored: UnstoredFiles = new Map();

  return async (organizationId, signal) => {
    const credential = { role: "internal", organizationId } as const;
    const context = createContext(services, credential, "media-checks");
    const silencedBefore = unstored.get(organizationId);
    if (silencedBefore) {
      await storeSilenced(context, silencedBefore, { log, unstored });
      return true;
    }
    const start = ends.get(organizationId) ?? "";
    ends.delete(organizationId);
    for (let after: string | undefined = start; after !== undefined;) {
      const page = await listUncheckedMedia(services.db, organizationId, {
        after,
        now: services.now(),
        limit: PAGE_SIZE,
      });
      for (const id of page) {
        if (signal.aborted) return false;
        ends.set(organizationId, id);
        const unchecked = await findUncheckedMedia(context, id);
        if (unchecked && (await check(context, unchecked, { log, signal, unstored }))) return true;
      }
      after = page[PAGE_SIZE - 1];
    }
    ends.delete(organizationId);
    return false;
  };
};

/** Starts the check: now, and every few seconds. */
export const startMediaChecks = (options: MediaCheckOptions): IntervalJob => {
  const { services, log } = options;
  const checkOrganization = createMediaCheck(options);
  /** Organizations whose last check failed: a silenced file may wait, even if its recording was erased since. */
  const failed = new Set<string>();
  /** Takes organizations from the list until it is empty. Returns whether a process worked on a file. */
  const checkNext = async (ids: string[], signal: AbortSignal): Promise<boolean> => {
    let hasWorked = false;
    for (let id = ids.shift(); id !== undefined && !signal.aborted; id = ids.shift())
      try {
        hasWorked = (await checkOrganization(id, signal)) || hasWorked;
        failed.delete(id);
      } catch (error) {
        failed.add(id);
        // The other organizations still get their turn; the next check tries this one again.
        log.error({ err: error, organization: id }, "media could not be checked");
      }
    return hasWorked;
  };
  return startInterval(
    { everyMs: CHECK_INTERVAL_MS, log, failureMessage: "media could not be checked" },
    async (signal) => {
      let hasWorked = true;
      while (hasWorked && !signal.aborted) {
        const due = await listOrganizationsWithUncheckedMedia(services.db, services.now());
        const ids = [...new Set([...due, ...failed])];
        const places = Array.from({ length: PLACES }, async () => checkNext(ids, signal));
        hasWorked = (await Promise.all(places)).includes(true);
      }
    },
  );
};
