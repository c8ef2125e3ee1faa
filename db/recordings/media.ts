import { inList, type IdBatch } from "../engine/in-list.js";
import type { Db } from "../engine/connect.js";
import { loadUnmappedFiles } from "../dialers/unmapped-calls.js";
import { prepareQuery } from "../engine/prepared.js";
import { withinRecordingScope } from "../engine/viewer-scope.js";

/** The stored audio or video file of a recording. */
export interface MediaRow {
  recordingId: string;
  /** The file's name in the organization's folder. Generated, never derived from a request. */
  file: string;
  /** MIME type, detected from the content. */
  type: string;
  bytes: number;
  createdAt: number;
  /** 1: redaction hasn't checked it yet, and it isn't served. */
  unchecked: number;
  /** How many attempts of its check failed in a row. */
  checkFailures: number;
  /** Why the last attempt failed; null if it didn't fail. */
  checkProblem: string | null;
  /** When the next attempt is due, in milliseconds since 1970; null: there is none. */
  checkAfter: number | null;
  /** A JSON list of the files in the trash from which this file was made. */
  originals: string;
}

type NewMedia = Pick<MediaRow, "recordingId" | "file" | "type" | "bytes" | "createdAt"> &
  Partial<Pick<MediaRow, "unchecked">>;

const columns = {
  recordingId: "recording_id",
  file: "file",
  type: "type",
  bytes: "bytes",
  createdAt: "created_at",
  unchecked: "unchecked",
  checkFailures: "check_failures",
  checkProblem: "check_problem",
  checkAfter: "check_after",
  originals: "originals",
};

const byRecordingIds = prepareQuery<IdBatch, MediaRow>((db, { organizationId, ids }) =>
  db("media")
    .select(columns)
    .where("organization_id", organizationId)
    .where(inList(db, "recording_id", ids))
    .modify(withinRecordingScope(db, organizationId, "media.recording_id")),
);

export const loadMediaByRecordings = async (
  db: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<MediaRow[]> => byRecordingIds(db, { organizationId, ids: recordingIds });

export const findMedia = async (
  db: Db,
  organizationId: string,
  recordingId: string,
): Promise<MediaRow | undefined> =>
  (await loadMediaByRecordings(db, organizationId, [recordingId]))[0];

/** Inserts the row of a media file, which must be on disk already. */
export const insertMedia = async (
  trx: Db,
  organizationId: string,
  { recordingId, file, type, bytes, createdAt, unchecked = 0 }: NewMedia,
): Promise<void> => {
  await trx("media").insert({
    organization_id: organizationId,
    recording_id: recordingId,
    file,
    type,
    bytes,
    created_at: createdAt,
    unchecked,
  });
  await queueCuts(trx, organizationId, recordingId);
};

const listFiles = ({ file, originals }: MediaRow): string[] => [
  file,
  ...(JSON.parse(originals) as string[]),
];

/**
 * Detaches the files of these recordings' clips, and ends their cuts. Returns the names. The caller deletes the files
 * after the commit.
 */
export const detachClipFiles = async (
  trx: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<string[]> => {
  const files: string[] = await trx("clips")
    .where("organization_id", organizationId)
    .where(inList(trx, "recording_id", recordingIds))
    .whereNotNull("file")
    .pluck("file");
  await trx("clips")
    .where("organization_id", organizationId)
    .where(inList(trx, "recording_id", recordingIds))
    .update({ file: null, bytes: null, cut_failures: 0, cut_problem: null, cut_after: null });
  return files;
};

/** Queues the cuts of a recording's clips: it has a new file. */
export const queueCuts = async (
  trx: Db,
  organizationId: string,
  recordingId: string,
): Promise<void> => {
  await trx("clips")
    .where({ organization_id: organizationId, recording_id: recordingId, is_whole: 0 })
    .whereNull("file")
    .update({ cut_failures: 0, cut_problem: null, cut_after: 0 });
};

/**
 * Deletes the rows and returns the names of their files, with originals and clips. The caller deletes the files after
 * the commit.
 */
export const deleteMedia = async (
  trx: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<string[]> => {
  const files = (await loadMediaByRecordings(trx, organizationId, recordingIds)).flatMap(listFiles);
  if (files.length === 0) return [];
  await trx("media")
    .where("organization_id", organizationId)
    .where(inList(trx, "recording_id", recordingIds))
    .delete();
  return [...files, ...(await detachClipFiles(trx, organizationId, recordingIds))];
};

/** Lists files by recording id, starting after the id `after`. */
export const listMedia = async (
  db: Db,
  organizationId: string,
  after: string,
  limit: number,
): Promise<MediaRow[]> =>
  db("media")
    .select(columns)
    .where("organization_id", organizationId)
    .where("recording_id", ">", after)
    .orderBy("recording_id")
    .limit(limit);

/** Returns those of the files that a recording, a clip, or a call waiting for its user, refers to. */
export const loadReferencedFiles = async (
  db: Db,
  organizationId: string,
  files: readonly string[],
): Promise<string[]> => [
  ...(await db("media")
    .where("organization_id", organizationId)
    .where(inList(db, "file", files))
    .pluck("file")),
  ...(await db("clips")
    .where("organization_id", organizationId)
    .where(inList(db, "file", files))
    .pluck("file")),
  ...(await loadUnmappedFiles(db, organizationId, files)),
];
