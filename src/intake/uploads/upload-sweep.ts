import type { Db } from "../../../db/engine/connect.js";
import { listOrganizations } from "../../../db/organizations/organization.js";
import type { Credential } from "../../../graph/core/credential.js";
import { classifyError, Failure } from "../../../graph/core/errors.js";
import { loadPersonsCredential } from "../../../graph/sign-in/sessions.js";
import { findClockJump } from "../../../graph/retention/clock.js";
import { type IntervalJob, startInterval } from "../../base/workers/interval.js";
import type { Log } from "../../base/log/log.js";
import { isMediaDirectory } from "../../media/media-names.js";
import type { ResumableUploads } from "./resumable-uploads.js";
import type { UploadState } from "./upload-states.js";

const HOUR_MS = 60 * 60_000;

/** Failures unrelated to the upload itself: the organization or the server is overloaded. */
const PASSING_CODES = new Set(["RATE_LIMITED", "UNAVAILABLE"]);

interface SweepDependencies {
  db: Db;
  newId: () => string;
  resumable: Pick<ResumableUploads, "files" | "ends">;
  log: Log;
}

/** Recordings of complete uploads, and deleted files of expired ones. */
export interface UploadSweepCounts {
  finished: number;
  deleted: number;
}

/** @throws FORBIDDEN if the person who sent the file has no account any more */
const findSender = async (
  db: Db,
  organizationId: string,
  { userId }: UploadState,
): Promise<Credential> => {
  if (userId === undefined) return { role: "integration", organizationId };
  const credential = await loadPersonsCredential(db, organizationId, userId);
  if (!credential) throw new Failure("FORBIDDEN", "its sender doesn't sign in any more");
  return credential;
};

/** Returns the number of new recordings, and whether all other uploads were refused permanently. */
const finishComplete = async (
  { db, newId, log, resumable: { files, ends } }: SweepDependencies,
  organizationId: string,
): Promise<{ finished: number; hasFailed: boolean }> => {
  let finished = 0;
  let hasFailed = false;
  for (const { state, ...upload } of await files.listComplete(organizationId)) {
    try {
      const credential = await findSender(db, organizationId, state);
      await ends.finish(upload, { credential, requestId: newId(), state: {} });
      finished += 1;
    } catch (error) {
      const { failure, unexpected } = classifyError(error);
      const { code, message, field } = failure;
      hasFailed ||= unexpected || PASSING_CODES.has(code);
      log.warn(
        { organization: organizationId, upload: upload.id, code, field, reason: message },
        "a complete upload became no recording",
      );
      if (unexpected) log.error({ err: error }, "finishing an upload failed");
    }
  }
  return { finished, hasFailed };
};

/**
 * Creates the recordings of complete uploads whose clients don't return, and deletes expired uploads. Deletes nothing
 * of an organization for which the clock jumped, or in which a complete upload failed for a temporary reason.
 */
export const sweepUploads = async (
  parts: SweepDependencies,
  now: number,
  signal?: AbortSignal,
): Promise<UploadSweepCounts> => {
  const counts = { finished: 0, deleted: 0 };
  for (const { id } of await listOrganizations(parts.db)) {
    if (signal?.aborted) break;
    if (!isMediaDirectory(id)) continue;
    const { finished, hasFailed } = await finishComplete(parts, id);
    counts.finished += finished;
    if (hasFailed || (await findClockJump(parts.db, id, now))) continue;
    counts.deleted += await parts.resumable.files.deleteExpired(id);
  }
  return counts;
};

/** Sweeps uploads now and every hour. */
export const startUploadSweep = (parts: SweepDependencies & { now: () => number }): IntervalJob =>
  startInterval(
    { everyMs: HOUR_MS, log: parts.log, failureMessage: "upload sweep failed" },
    async (signal) => {
      const counts = await sweepUploads(parts, parts.now(), signal);
      if (counts.finished + counts.deleted > 0) parts.log.info(counts, "swept uploads");
    },
  );
