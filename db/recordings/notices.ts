import type { Db } from "../engine/connect.js";
import { inList, type IdBatch } from "../engine/in-list.js";
import { prepareQuery } from "../engine/prepared.js";
import { withinRecordingScope } from "../engine/viewer-scope.js";

export type NoticeKind =
  | "audio_damaged"
  | "audio_ended_early"
  | "audio_left_out"
  | "cue_left_out"
  | "invention_left_out"
  | "other_language"
  | "speech_not_understood"
  | "text_joined"
  | "text_repaired"
  | "time_estimated"
  | "time_repaired";

/** Where in the audio, in milliseconds, or in the text of the transcript. */
export interface NoticePlace {
  start?: number;
  end?: number;
  /** The line of WebVTT or SRT, from 1. */
  line?: number;
  /** The path in JSON, such as `transcript.segments.3.end`. */
  path?: string;
}

/** Something that was left out, repaired or estimated while a call was read. */
export interface Notice {
  kind: NoticeKind;
  count: number;
  /** The first places. */
  places: NoticePlace[];
}

export interface NoticesRow {
  recordingId: string;
  /** JSON: a list of notices. */
  notices: string;
}

const byRecordings = prepareQuery<IdBatch, NoticesRow>((db, { organizationId, ids }) =>
  db("notices")
    .select({ recordingId: "recording_id", notices: "notices" })
    .where("organization_id", organizationId)
    .where(inList(db, "recording_id", ids))
    .modify(withinRecordingScope(db, organizationId, "notices.recording_id")),
);

/** Loads the notices of those recordings that have any. */
export const loadNotices = async (
  db: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<NoticesRow[]> => byRecordings(db, { organizationId, ids: recordingIds });

/** Returns the notices of a recording. */
export const findNotices = async (
  db: Db,
  organizationId: string,
  recordingId: string,
): Promise<Notice[]> => {
  const [row] = await loadNotices(db, organizationId, [recordingId]);
  return row ? (JSON.parse(row.notices) as Notice[]) : [];
};

/** Replaces the notices of the recording's transcript. */
export const replaceNotices = async (
  trx: Db,
  organizationId: string,
  recordingId: string,
  notices: readonly Notice[],
): Promise<void> => {
  const key = { organization_id: organizationId, recording_id: recordingId };
  await trx("notices").where(key).delete();
  if (notices.length === 0) return;
  const position = trx.raw(
    "(SELECT position FROM recordings WHERE organization_id = ? AND id = ?)",
    [organizationId, recordingId],
  );
  await trx("notices").insert({ ...key, notices: JSON.stringify(notices), position });
};
