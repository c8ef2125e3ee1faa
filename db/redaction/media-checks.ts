import type { Db } from "../engine/connect.js";
import type { MediaRow } from "../recordings/media.js";
import { EMPTY_TRANSCRIPT } from "../recordings/transcript.js";

/** Lists the ids of organizations with a media file that waits for its check. */
export const listOrganizationsWithUncheckedMedia = async (db: Db): Promise<string[]> =>
  db("media").distinct("organization_id").whereRaw("unchecked = 1").pluck("organization_id");

/** Lists recordings with a transcript whose media file waits for its check, by id, after the id `after`. */
export const listUncheckedMedia = async (
  db: Db,
  organizationId: string,
  after: string,
  limit: number,
): Promise<string[]> =>
  db("media")
    .where("organization_id", organizationId)
    // A constant: the index has only these rows.
    .whereRaw("unchecked = 1")
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

/** Makes the recording's media file wait for a check; nothing without one. */
export const markMediaUnchecked = async (
  trx: Db,
  organizationId: string,
  recordingId: string,
): Promise<void> => {
  await trx("media")
    .where({ organization_id: organizationId, recording_id: recordingId })
    .update({ unchecked: 1 });
};

/** Marks the file as checked, or replaces it by a checked one. Returns false where the recording has another one now. */
export const updateCheckedMedia = async (
  trx: Db,
  organizationId: string,
  { recordingId, file }: Pick<MediaRow, "recordingId" | "file">,
  replacement?: Pick<MediaRow, "file" | "type" | "bytes">,
): Promise<boolean> => {
  const updated = await trx("media")
    .where({ organization_id: organizationId, recording_id: recordingId, file })
    .update({ ...replacement, unchecked: 0 });
  if (updated === 1 && replacement)
    await trx("waveforms")
      .where({ organization_id: organizationId, file })
      .update({ file: replacement.file });
  return updated === 1;
};
