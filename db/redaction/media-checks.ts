import type { Db } from "../engine/connect.js";
import type { MediaRow } from "../recordings/media.js";
import { EMPTY_TRANSCRIPT } from "../recordings/transcript.js";

/** Lists the ids of organizations with a media file whose check is due. */
export const listOrganizationsWithUncheckedMedia = async (db: Db, now: number): Promise<string[]> =>
  db("media")
    .distinct("organization_id")
    .whereRaw("unchecked = 1")
    .where("check_after", "<=", now)
    .pluck("organization_id");

/** Lists recordings with a transcript whose media file's check is due, by id, after the id `after`. */
export const listUncheckedMedia = async (
  db: Db,
  organizationId: string,
  { after, now, limit }: { after: string; now: number; limit: number },
): Promise<string[]> =>
  db("media")
    .where("organization_id", organizationId)
    // A constant, so that the partial index applies.
    .whereRaw("unchecked = 1")
    .where("check_after", "<=", now)
    .where("recording_id", ">", after)
    .whereExists(
      db("transcripts as t")
        .select(db.raw("1"))
        .where("t.organization_id", organizationId)
        .whereRaw("t.recording_id = media.recording_id")
        .whereRaw("octet_length(t.utterances) > ?", [EMPTY_TRANSCRIPT.length]),
    )
    .orderBy("recording_id")
    .limit(limit)
    .pluck("recording_id");

/** A check without a failed attempt. */
const UNTRIED = { check_failures: 0, check_problem: null, check_after: 0 };

/** Queues the recording's media file for a check. Does nothing without a file. */
export const markMediaUnchecked = async (
  trx: Db,
  organizationId: string,
  recordingId: string,
): Promise<void> => {
  await trx("media")
    .where({ organization_id: organizationId, recording_id: recordingId })
    .update({ unchecked: 1, ...UNTRIED });
};

/** Stores a failed attempt of a check. `retryAt`: milliseconds since 1970; null ends the attempts. */
export const updateFailedCheck = async (
  trx: Db,
  organizationId: string,
  { recordingId, file, checkFailures }: MediaRow,
  { problem, retryAt }: { problem: string; retryAt: number | null },
): Promise<void> => {
  await trx("media")
    .where({ organization_id: organizationId, recording_id: recordingId, file })
    .update({
      check_failures: checkFailures + 1,
      check_problem: problem,
      check_after: retryAt,
    });
};

/**
 * Marks the file as checked, or replaces it with a checked one. Returns false if the recording has another file now.
 */
export const updateCheckedMedia = async (
  trx: Db,
  organizationId: string,
  { recordingId, file, originals }: Pick<MediaRow, "recordingId" | "file" | "originals">,
  replacement?: Pick<MediaRow, "file" | "type" | "bytes">,
): Promise<boolean> => {
  const updated = await trx("media")
    .where({ organization_id: organizationId, recording_id: recordingId, file })
    .update({
      ...replacement,
      ...(replacement && {
        originals: JSON.stringify([...(JSON.parse(originals) as string[]), file]),
      }),
      ...UNTRIED,
      unchecked: 0,
    });
  if (updated === 1 && replacement)
    await trx("waveforms")
      .where({ organization_id: organizationId, file })
      .update({ file: replacement.file });
  return updated === 1;
};
