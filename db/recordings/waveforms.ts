import type { Db } from "../engine/connect.js";
import { inList, type IdBatch } from "../engine/in-list.js";
import { prepareQuery } from "../engine/prepared.js";
import { scopeOf, withinRecordingScope } from "../engine/viewer-scope.js";

/** How loud a stored file is over time. */
export interface WaveformRow {
  /** The media file's name. */
  file: string;
  /** JSON: a base64 text for each channel. */
  peaks: string;
}

const byFiles = prepareQuery<IdBatch, WaveformRow>((db, { organizationId, ids }) =>
  db("waveforms")
    .select({ file: "file", peaks: "peaks" })
    .where("organization_id", organizationId)
    .where(inList(db, "file", ids))
    .modify((query) => {
      if (!scopeOf(db)) return;
      const media = db("media")
        .select("media.file")
        .where("media.organization_id", organizationId)
        .where(inList(db, "media.file", ids))
        .modify(withinRecordingScope(db, organizationId, "media.recording_id"));
      void query.whereIn("waveforms.file", media);
    }),
);

/** Loads the waveforms of those files that have one. */
export const loadWaveforms = async (
  db: Db,
  organizationId: string,
  files: readonly string[],
): Promise<WaveformRow[]> => byFiles(db, { organizationId, ids: files });

/** Inserts the waveform of a file, unless the file has one or no longer belongs to a recording. */
export const insertWaveform = async (
  trx: Db,
  organizationId: string,
  { file, peaks }: WaveformRow,
): Promise<void> => {
  const key = { organization_id: organizationId, file };
  if ((await trx("media").where(key).first("file")) === undefined) return;
  await trx("waveforms")
    .insert({ ...key, peaks })
    .onConflict(["organization_id", "file"])
    .ignore();
};
