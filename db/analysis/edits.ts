import { inList, type IdBatch } from "../engine/in-list.js";
import type { Db } from "../engine/connect.js";
import { prepareQuery } from "../engine/prepared.js";
import { withinRecordingScope } from "../engine/viewer-scope.js";

/** The fields of a recording's analysis that a user wrote. */
export interface AnalysisEditsRow {
  recordingId: string;
  /** JSON array of field names. */
  fields: string;
}

const editsByRecordings = prepareQuery<IdBatch, AnalysisEditsRow>((db, { organizationId, ids }) =>
  db("analysis_edits")
    .select({ recordingId: "recording_id", fields: "fields" })
    .where("organization_id", organizationId)
    .where(inList(db, "recording_id", ids))
    .modify(withinRecordingScope(db, organizationId, "analysis_edits.recording_id")),
);

/** Loads the edited fields of recordings. Omits recordings without any. */
export const loadAnalysisEdits = async (
  db: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<AnalysisEditsRow[]> => editsByRecordings(db, { organizationId, ids: recordingIds });

/** Returns the names of the fields that a user wrote. */
export const findEditedFields = async (
  db: Db,
  organizationId: string,
  recordingId: string,
): Promise<string[]> => {
  const [row] = await loadAnalysisEdits(db, organizationId, [recordingId]);
  return row ? (JSON.parse(row.fields) as string[]) : [];
};

/** Replaces the names of the fields that a user wrote. */
export const replaceEditedFields = async (
  trx: Db,
  organizationId: string,
  recordingId: string,
  fields: readonly string[],
): Promise<void> => {
  const key = { organization_id: organizationId, recording_id: recordingId };
  if (fields.length === 0) await trx("analysis_edits").where(key).delete();
  else
    await trx("analysis_edits")
      .insert({ ...key, fields: JSON.stringify(fields) })
      .onConflict(["organization_id", "recording_id"])
      .merge();
};
