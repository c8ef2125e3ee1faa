import type { Db } from "../engine/connect.js";
import { inList, type IdBatch } from "../engine/in-list.js";
import { prepareQuery } from "../engine/prepared.js";
import { type StoredUtterance, unpackUtterances } from "./transcript.js";
import { withinRecordingScope } from "../engine/viewer-scope.js";

/** The latest correction of a transcript. A row exists only while the transcript differs from its original. */
export interface TranscriptCorrectionRow {
  recordingId: string;
  /** Milliseconds since 1970. */
  correctedAt: number;
  /** The id of the admin; null: an internal token. */
  correctedBy: string | null;
}

const correctionsByRecordings = prepareQuery<IdBatch, TranscriptCorrectionRow>(
  (db, { organizationId, ids }) =>
    db("transcript_originals")
      .select({
        recordingId: "recording_id",
        correctedAt: "corrected_at",
        correctedBy: "corrected_by",
      })
      .where("organization_id", organizationId)
      .where(inList(db, "recording_id", ids))
      .modify(withinRecordingScope(db, organizationId, "transcript_originals.recording_id")),
);

/** Loads the latest corrections of those recordings that have any. */
export const loadTranscriptCorrections = async (
  db: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<TranscriptCorrectionRow[]> =>
  correctionsByRecordings(db, { organizationId, ids: recordingIds });

const originalByRecording = prepareQuery<
  { organizationId: string; id: string },
  { utterances: string }
>((db, { organizationId, id }) =>
  db("transcript_originals")
    .select("utterances")
    .where({ organization_id: organizationId, recording_id: id })
    .modify(withinRecordingScope(db, organizationId, "transcript_originals.recording_id")),
);

/** Returns the transcript as it was before its first correction; undefined without corrections. */
export const findOriginalTranscript = async (
  db: Db,
  organizationId: string,
  id: string,
): Promise<StoredUtterance[] | undefined> => {
  const [row] = await originalByRecording(db, { organizationId, id });
  return row && unpackUtterances(row.utterances);
};

/** Stores the original transcript before its first correction, and records each correction. */
export const keepOriginalTranscript = async (
  trx: Db,
  organizationId: string,
  { recordingId, correctedAt, correctedBy }: TranscriptCorrectionRow,
): Promise<void> => {
  await trx.raw(
    `INSERT INTO transcript_originals
       (organization_id, recording_id, corrected_at, corrected_by, utterances)
     SELECT organization_id, recording_id, CAST(? AS bigint), CAST(? AS text), utterances
     FROM transcripts WHERE organization_id = ? AND recording_id = ?
     ON CONFLICT (organization_id, recording_id) DO UPDATE
     SET corrected_at = excluded.corrected_at, corrected_by = excluded.corrected_by`,
    [correctedAt, correctedBy, organizationId, recordingId],
  );
};

/** Deletes the original if the corrections cancel each other out. */
export const deleteEqualOriginal = async (
  trx: Db,
  organizationId: string,
  recordingId: string,
): Promise<void> => {
  const key = { organization_id: organizationId, recording_id: recordingId };
  await trx("transcript_originals")
    .where(key)
    .where("utterances", trx("transcripts").select("utterances").where(key))
    .delete();
};
