import type { Knex } from "knex";
import type { Db } from "../engine/connect.js";
import { inList } from "../engine/in-list.js";
import { limitScan } from "../engine/read-limit.js";
import { withinRecordingScope } from "../engine/viewer-scope.js";

/** The words that a comment is about: characters of a line of the transcript, counted in UTF-16 units. */
interface CommentAnchor {
  /** The index of the line; null without one. */
  line: number | null;
  /** Null: the whole line. */
  lineFrom: number | null;
  /** Exclusive. */
  lineTo: number | null;
}

/** A comment on a recording, or a reply to one. Times are milliseconds since 1970. */
export interface CommentRow extends CommentAnchor {
  id: string;
  recordingId: string;
  /** The comment that this one replies to; null for the first of a thread. */
  threadId: string | null;
  authorId: string;
  /** Who wrote the first comment of the thread. */
  threadAuthorId: string;
  /** 1: only the thread's author and admins see it. */
  isPrivate: number;
  text: string;
  /** Milliseconds from the beginning of the recording. Null: the line's, or the whole call. */
  startMs: number | null;
  endMs: number | null;
  createdAt: number;
  editedAt: number | null;
  resolvedAt: number | null;
  resolvedBy: string | null;
  /** The event that it sent; null while it is private. */
  eventId: string | null;
}

const columns = {
  id: "id",
  recordingId: "recording_id",
  threadId: "thread_id",
  authorId: "author_id",
  threadAuthorId: "thread_author_id",
  isPrivate: "is_private",
  text: "text",
  startMs: "start_ms",
  endMs: "end_ms",
  line: "line",
  lineFrom: "line_from",
  lineTo: "line_to",
  createdAt: "created_at",
  editedAt: "edited_at",
  resolvedAt: "resolved_at",
  resolvedBy: "resolved_by",
  eventId: "event_id",
} satisfies Record<keyof CommentRow, string>;

const toColumns = (row: Partial<CommentRow>): Record<string, string | number | null> =>
  Object.fromEntries(
    Object.entries(row).map(([field, value]) => [columns[field as keyof CommentRow], value]),
  );

/** The reader: a user, by id; a program, which sees no private comments; or an admin, who sees all comments. */
export type CommentReader = { userId: string } | "program" | "admin";

/** Selects the comments that the reader may see. */
const selectComments = (
  db: Db,
  organizationId: string,
  reader: CommentReader,
): Knex.QueryBuilder => {
  const query = db("comments as c")
    .select(
      Object.fromEntries(Object.entries(columns).map(([field, name]) => [field, `c.${name}`])),
    )
    .where("c.organization_id", organizationId)
    .modify(withinRecordingScope(db, organizationId, "c.recording_id"));
  if (reader === "admin") return query;
  if (reader === "program") return query.where("c.is_private", 0);
  return query.whereRaw("(c.is_private = 0 OR c.thread_author_id = ?)", [reader.userId]);
};

/** Returns a comment that the reader may see. */
export const findComment = async (
  db: Db,
  organizationId: string,
  id: string,
  reader: CommentReader,
): Promise<CommentRow | undefined> =>
  selectComments(db, organizationId, reader).where("c.id", id).first();

/** A position in a list of comments; `time` in milliseconds since 1970. */
interface CommentPosition {
  time: number;
  id: string;
}

/**
 * The condition that a recording's comment begins a thread. `IS NULL` would let SQLite search `comments_by_thread`, where
 * the threads of all recordings are.
 */
const BEGINS_THREAD = "coalesce(c.thread_id, '') = ''";

/** Loads threads of recordings, oldest first, after a position; at most `limit` per recording. */
export const loadThreadsOfRecordings = async (
  db: Db,
  organizationId: string,
  reader: CommentReader,
  {
    recordingIds,
    limit,
    after,
  }: { recordingIds: readonly string[]; limit: number; after?: CommentPosition | undefined },
): Promise<CommentRow[]> => {
  const [first, ...others] = recordingIds.map((recordingId) => {
    const query = selectComments(db, organizationId, reader)
      .where("c.recording_id", recordingId)
      .whereRaw(BEGINS_THREAD);
    if (after) query.whereRaw("(c.created_at, c.id) > (?, ?)", [after.time, after.id]);
    return db.select("*").from(query.orderBy(["c.created_at", "c.id"]).limit(limit).as("page"));
  });
  if (!first) return [];
  return others.length === 0 ? first : first.unionAll(others);
};

/** Loads the replies of threads, oldest first. A thread has at most `MAX_REPLIES`. */
export const loadReplies = async (
  db: Db,
  organizationId: string,
  reader: CommentReader,
  threadIds: readonly string[],
): Promise<CommentRow[]> =>
  selectComments(db, organizationId, reader)
    .where(inList(db, "c.thread_id", threadIds))
    .orderBy(["c.thread_id", "c.created_at", "c.id"]);

export interface ThreadSearch {
  reader: CommentReader;
  limit: number;
  after?: CommentPosition | undefined;
  recordingId?: string | undefined;
  /** The author of the first comment. */
  authorId?: string | undefined;
  /** The user mentioned in the first comment or a reply. */
  mentionedId?: string | undefined;
  /** The call's user. */
  repId?: string | undefined;
  isResolved?: boolean | undefined;
}

/** Lists threads over all recordings, newest first. */
export const listThreads = async (
  db: Db,
  organizationId: string,
  { reader, limit, after, recordingId, authorId, mentionedId, repId, isResolved }: ThreadSearch,
): Promise<CommentRow[]> => {
  const query = selectComments(db, organizationId, reader).whereRaw(limitScan(db));
  if (recordingId === undefined) query.whereNull("c.thread_id");
  else query.where("c.recording_id", recordingId).whereRaw(BEGINS_THREAD);
  if (authorId !== undefined) query.where("c.author_id", authorId);
  if (repId !== undefined)
    query.whereRaw(
      `EXISTS (SELECT 1 FROM recordings AS r WHERE r.organization_id = c.organization_id
       AND r.id = c.recording_id AND r.user_id = ?)`,
      [repId],
    );
  if (mentionedId !== undefined)
    query.whereRaw(
      `c.id IN (SELECT coalesce(said.thread_id, said.id) FROM comment_mentions AS m
       JOIN comments AS said ON said.organization_id = m.organization_id AND said.id = m.comment_id
       WHERE m.organization_id = ? AND m.user_id = ?)`,
      [organizationId, mentionedId],
    );
  if (isResolved !== undefined)
    query.whereRaw(isResolved ? "c.resolved_at IS NOT NULL" : "c.resolved_at IS NULL");
  if (after) query.whereRaw("(c.created_at, c.id) < (?, ?)", [after.time, after.id]);
  return query
    .orderBy([
      { column: "c.created_at", order: "desc" },
      { column: "c.id", order: "desc" },
    ])
    .limit(limit);
};

/** Returns the number of a thread's replies. */
export const countReplies = async (
  db: Db,
  organizationId: string,
  threadId: string,
): Promise<number> => {
  const [row] = await db("comments")
    .where({ organization_id: organizationId, thread_id: threadId })
    .count({ count: "*" });
  return Number(row!["count"]);
};

/** Returns the number of a recording's comments, with all replies. */
export const countComments = async (
  db: Db,
  organizationId: string,
  recordingId: string,
): Promise<number> => {
  const [row] = await db("comments")
    .where({ organization_id: organizationId, recording_id: recordingId })
    .count({ count: "*" });
  return Number(row!["count"]);
};

/** Returns the number of a recording's threads. */
export const countThreads = async (
  db: Db,
  organizationId: string,
  recordingId: string,
): Promise<number> => {
  const [row] = await db("comments")
    .where({ organization_id: organizationId, recording_id: recordingId })
    .whereNull("thread_id")
    .count({ count: "*" });
  return Number(row!["count"]);
};

export const insertComment = async (
  trx: Db,
  organizationId: string,
  comment: CommentRow,
): Promise<void> => {
  await trx("comments").insert({ organization_id: organizationId, ...toColumns(comment) });
};

export const updateComment = async (
  trx: Db,
  organizationId: string,
  id: string,
  changes: Partial<CommentRow>,
): Promise<void> => {
  await trx("comments").where({ organization_id: organizationId, id }).update(toColumns(changes));
};

/** Shows a thread, with its replies, to everyone who can see the recording. */
export const publishThread = async (
  trx: Db,
  organizationId: string,
  threadId: string,
): Promise<void> => {
  await trx("comments")
    .where("organization_id", organizationId)
    .whereRaw("(id = ? OR thread_id = ?)", [threadId, threadId])
    .update({ is_private: 0 });
};

/** Deletes a comment and, by foreign keys, its replies and mentions. */
export const deleteComment = async (trx: Db, organizationId: string, id: string): Promise<void> => {
  await trx("comments").where({ organization_id: organizationId, id }).delete();
};

/** Loads the comments of a recording that are about words of its transcript. */
export const loadAnchoredComments = async (
  db: Db,
  organizationId: string,
  recordingId: string,
): Promise<CommentRow[]> =>
  selectComments(db, organizationId, "admin")
    .where("c.recording_id", recordingId)
    .whereNotNull("c.line");
