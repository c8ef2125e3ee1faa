import { among, type OfMany } from "./among.js";
import type { Db } from "./connect.js";
import { prepared } from "./prepared.js";

/** What is kept of a recording's audio. */
export interface MediaRow {
  recordingId: string;
  /** The name of the file among those of the organization: made here, and never of what anybody sent. */
  file: string;
  /** MIME, as the content says. */
  type: string;
  bytes: number;
  createdAt: number;
}

const columns = {
  recordingId: "recording_id",
  file: "file",
  type: "type",
  bytes: "bytes",
  createdAt: "created_at",
};

const ofMany = prepared<OfMany, MediaRow>((db, { organizationId, ids }) =>
  db("media")
    .select(columns)
    .where("organization_id", organizationId)
    .where(among(db, "recording_id", ids)),
);

export const mediaOfMany = async (
  db: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<MediaRow[]> => ofMany(db, { organizationId, ids: recordingIds });

/** Undefined where nothing is kept. */
export const mediaOf = async (
  db: Db,
  organizationId: string,
  recordingId: string,
): Promise<MediaRow | undefined> => (await mediaOfMany(db, organizationId, [recordingId]))[0];

/** The file is on the disk by then. */
export const insertMedia = async (
  trx: Db,
  organizationId: string,
  { recordingId, file, type, bytes, createdAt }: MediaRow,
): Promise<void> => {
  await trx("media").insert({
    organization_id: organizationId,
    recording_id: recordingId,
    file,
    type,
    bytes,
    created_at: createdAt,
  });
};

/** Returns the names of the files, which whoever asks removes once this is committed. */
export const deleteMedia = async (
  trx: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<string[]> => {
  const files = (await mediaOfMany(trx, organizationId, recordingIds)).map(({ file }) => file);
  if (files.length > 0)
    await trx("media")
      .where("organization_id", organizationId)
      .where(among(trx, "recording_id", recordingIds))
      .delete();
  return files;
};

/** What has been kept since before that time, the oldest first, at most so much. */
export const mediaBefore = async (
  db: Db,
  organizationId: string,
  before: number,
  limit: number,
): Promise<MediaRow[]> =>
  db("media")
    .select(columns)
    .where("organization_id", organizationId)
    .where("created_at", "<", before)
    .orderBy("created_at")
    .limit(limit);

/** All of an organization's, in the order of its recordings' ids, at most so many after one. */
export const pageOfMedia = async (
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

/** Which of the files are some recording's. */
export const keptFiles = async (
  db: Db,
  organizationId: string,
  files: readonly string[],
): Promise<string[]> =>
  db("media")
    .where("organization_id", organizationId)
    .where(among(db, "file", files))
    .pluck("file");
