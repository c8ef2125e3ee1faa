import type { Db } from "../../db/engine/connect.js";
import { write } from "../../db/engine/write.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { deleteMedia, findMedia, insertMedia } from "../../db/recordings/media.js";
import {
  deleteMediaFetches,
  findMediaFetch,
  type MediaFetchRow,
  updateHeldMediaFetch,
  upsertMediaFetch,
} from "../../db/recordings/media-fetches.js";
import { findRecordingById, updateRecording } from "../../db/recordings/recording.js";
import type { Context } from "../context/context.js";
import { mutate } from "../context/mutate.js";
import type { UploadedFile } from "../core/ports.js";
import { resolveUnchecked } from "../redaction/media-checks.js";
import { cancelMediaFetches } from "./media-fetches.js";

/** An attempt that fetches a recording's audio. */
export interface MediaFetchClaim {
  recordingId: string;
  /** Unique to the attempt. */
  holder: string;
  mediaUrl: string;
  adapter: string | null;
  /** The name that the file will have. An erasure deletes it, whether or not the attempt has ended. */
  file: string;
  attempts: number;
  waitedMs: number;
}

type NewClaim = Pick<MediaFetchClaim, "holder" | "file"> & { leaseMs: number };

/** Claims a fetch that is due, with the file of an earlier attempt, if there is one. */
const claimDueFetch = async (
  context: Context,
  recordingId: string,
  { holder, leaseMs, file }: NewClaim,
): Promise<MediaFetchClaim | undefined> => {
  const { organizationId, now } = context;
  return mutate(context, async (trx, effects) => {
    const row = await findMediaFetch(trx, organizationId, recordingId);
    if (!row || row.isGivenUp === 1 || row.dueAt > now()) return undefined;
    const recording = await findRecordingById(trx, organizationId, recordingId);
    const mediaUrl = recording?.mediaUrl ?? null;
    if (mediaUrl === null || (await findMedia(trx, organizationId, recordingId))) {
      await cancelMediaFetches(trx, organizationId, effects, [recordingId]);
      return undefined;
    }
    const attempts = row.attempts + 1;
    const claimed = {
      ...row,
      holder,
      file: row.file ?? file,
      attempts,
      dueAt: now() + leaseMs,
    };
    await upsertMediaFetch(trx, organizationId, claimed);
    const { adapter, waitedMs } = row;
    return { recordingId, holder, mediaUrl, adapter, file: claimed.file, attempts, waitedMs };
  });
};

/** Claims a fetch that is due. Returns undefined if another attempt holds it, or nothing is left to fetch. */
export const claimMediaFetch = async (
  context: Context,
  recordingId: string,
  { holder, leaseMs, file }: NewClaim,
): Promise<MediaFetchClaim | undefined> => {
  const { db, organizationId, media } = context;
  const claim = await claimDueFetch(context, recordingId, { holder, leaseMs, file });
  if (!claim || claim.file === file) return claim;
  // The file of an attempt whose process ended before it wrote the row; the claim names it until it is deleted. The new
  // attempt uses another name: the earlier one may only be slow, and deletes its own file.
  await media.remove(organizationId, claim.file);
  const isHeld = await write(db, organizationId, (trx) =>
    updateHeldMediaFetch(trx, organizationId, claim, { file }),
  );
  return isHeld ? { ...claim, file } : undefined;
};

/** Renews the claim for another lease. Returns false if it is lost: the recording was erased, or changed. */
export const renewMediaFetch = async (
  { db, organizationId, now }: Context,
  claim: MediaFetchClaim,
  leaseMs: number,
): Promise<boolean> =>
  write(db, organizationId, (trx) =>
    updateHeldMediaFetch(trx, organizationId, claim, { dueAt: now() + leaseMs }),
  );

/** Returns whether the claim still holds and the recording still needs this file. */
const isWanted = async (
  trx: Db,
  organizationId: string,
  { recordingId, holder }: MediaFetchClaim,
  recording: RecordingRow | undefined,
  mediaUrl: string,
): Promise<boolean> =>
  recording?.mediaUrl === mediaUrl &&
  (await findMediaFetch(trx, organizationId, recordingId))?.holder === holder &&
  !(await findMedia(trx, organizationId, recordingId));

/**
 * Makes the file, which is on disk, the recording's media, and ends the fetch. Returns false if the claim is lost: the
 * caller then deletes the file. A call without a sent duration gets `durationMs`.
 */
export const storeFetchedMedia = async (
  context: Context,
  claim: MediaFetchClaim,
  { file, type, bytes }: Omit<UploadedFile, "keep">,
  durationMs: number | null,
): Promise<boolean> => {
  const { organizationId } = context;
  const { recordingId, mediaUrl } = claim;
  return mutate(context, async (trx) => {
    const recording = await findRecordingById(trx, organizationId, recordingId);
    if (!recording || !(await isWanted(trx, organizationId, claim, recording, mediaUrl)))
      return false;
    const createdAt = context.now();
    await deleteMedia(trx, organizationId, [recordingId]);
    const unchecked = await resolveUnchecked(trx, organizationId, recording);
    await insertMedia(trx, organizationId, {
      recordingId,
      file,
      type,
      bytes,
      createdAt,
      unchecked,
    });
    await deleteMediaFetches(trx, organizationId, [recordingId]);
    const lacksDuration = recording.status !== "processed" && recording.sentDuration === null;
    // As for an upload, a later transcript doesn't shorten it. Doesn't mark the recording as changed: a running analysis
    // of its transcript would start over.
    if (lacksDuration && durationMs !== null) {
      const changes = { duration: durationMs, sentDuration: durationMs };
      await updateRecording(trx, organizationId, recordingId, changes, createdAt);
    }
    return true;
  });
};

/** Ends an attempt without a file, unless the claim is lost. `changes`: the state for the next attempt. */
export const endMediaFetchAttempt = async (
  { db, organizationId }: Context,
  claim: MediaFetchClaim,
  changes: Partial<Omit<MediaFetchRow, "recordingId" | "holder" | "file">>,
): Promise<boolean> =>
  write(db, organizationId, (trx) =>
    updateHeldMediaFetch(trx, organizationId, claim, { ...changes, holder: null, file: null }),
  );
