import type { Knex } from "knex";
import type { Db } from "../engine/connect.js";
import { inList } from "../engine/in-list.js";
import { limitScan } from "../engine/read-limit.js";
import { listScopeConditions, scopeOf, type ViewerScope } from "../engine/viewer-scope.js";

/** A clip as it is stored. Times are milliseconds: of creation since 1970, else from the beginning of the recording. */
export interface StoredClip {
  id: string;
  recordingId: string;
  authorId: string;
  title: string;
  startMs: number;
  endMs: number;
  /** 1: it is the whole call, and plays the recording's file; it never has a file of its own. */
  isWhole: number;
  createdAt: number;
  /** 1: shared with every user of the organization. */
  isForEveryone: number;
  /** The clip's own audio file; null until it is cut. */
  file: string | null;
  bytes: number | null;
  /** How many attempts to cut it failed in a row. */
  cutFailures: number;
  /** Why the last attempt failed; null if it didn't fail. */
  cutProblem: string | null;
  /** When the next attempt is due; null: there is none. */
  cutAfter: number | null;
}

/** A clip with what decides who sees and hears it. */
export interface ClipRow extends StoredClip {
  /** The call's user. */
  repId: string;
  /** The recording's media file; null without one. */
  mediaFile: string | null;
  /** 1: redaction hasn't checked the media file yet. */
  mediaUnchecked: number | null;
}

const columns = {
  id: "id",
  recordingId: "recording_id",
  authorId: "author_id",
  title: "title",
  startMs: "start_ms",
  endMs: "end_ms",
  isWhole: "is_whole",
  createdAt: "created_at",
  isForEveryone: "is_for_everyone",
  file: "file",
  bytes: "bytes",
  cutFailures: "cut_failures",
  cutProblem: "cut_problem",
  cutAfter: "cut_after",
} satisfies Record<keyof StoredClip, string>;

const toColumns = (row: Partial<StoredClip>): Record<string, string | number | null> =>
  Object.fromEntries(
    Object.entries(row).map(([field, value]) => [columns[field as keyof StoredClip], value]),
  );

/** The reader of clips, besides the scope of the handle. */
export interface ClipReader {
  /** The person with whom clips are shared; undefined for a program, which has only the clips of its recordings. */
  personId?: string | undefined;
  /** Whether it sees recordings that are hidden because consent was refused. */
  seesHidden: boolean;
}

/** Lists the condition that a scoped reader sees a clip: of a visible recording, or shared with the reader. */
const listClipConditions = (
  db: Db,
  organizationId: string,
  { personId }: ClipReader,
): Knex.Raw[] => {
  const ofRecording = listScopeConditions(db, "r.user_id");
  if (ofRecording.length === 0 || personId === undefined) return ofRecording;
  const { teamIds } = scopeOf(db) as ViewerScope;
  return [
    db.raw(
      `(? OR c.is_for_everyone = 1
        OR EXISTS (SELECT 1 FROM clip_users AS s WHERE s.organization_id = ? AND s.clip_id = c.id AND s.user_id = ?)
        OR EXISTS (SELECT 1 FROM clip_teams AS s WHERE s.organization_id = ? AND s.clip_id = c.id AND ?))`,
      [...ofRecording, organizationId, personId, organizationId, inList(db, "s.team_id", teamIds)],
    ),
  ];
};

/** Selects the clips that the reader may see: clips as c, their recordings as r, and media as m. */
export const selectClips = (
  db: Db,
  organizationId: string,
  reader: ClipReader,
): Knex.QueryBuilder => {
  const query = db("clips as c")
    .join("recordings as r", (on) =>
      on.on("r.organization_id", "c.organization_id").andOn("r.id", "c.recording_id"),
    )
    .leftJoin("media as m", (on) =>
      on.on("m.organization_id", "c.organization_id").andOn("m.recording_id", "c.recording_id"),
    )
    .select(
      Object.fromEntries(Object.entries(columns).map(([field, name]) => [field, `c.${name}`])),
    )
    .select({ repId: "r.user_id", mediaFile: "m.file", mediaUnchecked: "m.unchecked" })
    .where("c.organization_id", organizationId);
  if (!reader.seesHidden) query.whereRaw("r.refusal IS DISTINCT FROM 'hidden'");
  for (const condition of listClipConditions(db, organizationId, reader)) query.where(condition);
  return query;
};

/** Returns a clip that the reader may see. */
export const findClip = async (
  db: Db,
  organizationId: string,
  id: string,
  reader: ClipReader,
): Promise<ClipRow | undefined> =>
  selectClips(db, organizationId, reader).where("c.id", id).first();

/** Loads the clips of recordings, by their start. A recording has at most `MAX_CLIPS`. */
export const loadClipsOfRecordings = async (
  db: Db,
  organizationId: string,
  recordingIds: readonly string[],
  reader: ClipReader,
): Promise<ClipRow[]> =>
  selectClips(db, organizationId, reader)
    .where(inList(db, "c.recording_id", recordingIds))
    .orderBy(["c.start_ms", "c.id"]);

export interface ClipSearch {
  reader: ClipReader;
  limit: number;
  after?: { time: number; id: string } | undefined;
  authorId?: string | undefined;
  /** The call's user. */
  repId?: string | undefined;
  /** true: only clips that are shared with anyone; false: only others. */
  isShared?: boolean | undefined;
}

const IS_SHARED = `(c.is_for_everyone = 1
  OR EXISTS (SELECT 1 FROM clip_users AS u WHERE u.organization_id = c.organization_id AND u.clip_id = c.id)
  OR EXISTS (SELECT 1 FROM clip_teams AS t WHERE t.organization_id = c.organization_id AND t.clip_id = c.id))`;

/** Lists clips over all recordings, newest first. */
export const listClips = async (
  db: Db,
  organizationId: string,
  { reader, limit, after, authorId, repId, isShared }: ClipSearch,
): Promise<ClipRow[]> => {
  const query = selectClips(db, organizationId, reader).whereRaw(limitScan(db));
  if (authorId !== undefined) query.where("c.author_id", authorId);
  if (repId !== undefined) query.where("r.user_id", repId);
  if (isShared !== undefined) query.whereRaw(isShared ? IS_SHARED : `NOT ${IS_SHARED}`);
  if (after) query.whereRaw("(c.created_at, c.id) < (?, ?)", [after.time, after.id]);
  return query
    .orderBy([
      { column: "c.created_at", order: "desc" },
      { column: "c.id", order: "desc" },
    ])
    .limit(limit);
};

/** Returns the number of a recording's clips, and the length in all of those with a file of their own. */
export const measureClips = async (
  db: Db,
  organizationId: string,
  recordingId: string,
): Promise<{ count: number; totalMs: number }> => {
  const row: { count: number | string; totalMs: number | string | null } = await db("clips")
    .where({ organization_id: organizationId, recording_id: recordingId })
    .first({
      count: db.raw("count(*)"),
      totalMs: db.raw("sum(CASE WHEN is_whole = 1 THEN 0 ELSE end_ms - start_ms END)"),
    });
  return { count: Number(row.count), totalMs: Number(row.totalMs ?? 0) };
};

export const insertClip = async (
  trx: Db,
  organizationId: string,
  clip: StoredClip,
): Promise<void> => {
  await trx("clips").insert({ organization_id: organizationId, ...toColumns(clip) });
};

export const updateClip = async (
  trx: Db,
  organizationId: string,
  id: string,
  changes: Partial<StoredClip>,
): Promise<void> => {
  await trx("clips").where({ organization_id: organizationId, id }).update(toColumns(changes));
};

/** Deletes a clip and, by foreign keys, its audience. The caller deletes its file after the commit. */
export const deleteClip = async (trx: Db, organizationId: string, id: string): Promise<void> => {
  await trx("clips").where({ organization_id: organizationId, id }).delete();
};
