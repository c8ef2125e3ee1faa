import type { Db } from "../engine/connect.js";
import { continueRead } from "../engine/read-limit.js";
import { withinRecordingScope, withinScope } from "../engine/viewer-scope.js";
import { inList } from "../engine/in-list.js";

/** The meanings of a transcript's sentences. */
export interface SentenceVectors {
  recordingId: string;
  /** Compact vectors, one after the other, in the order of the sentences (`packVectors`). */
  vectors: string;
}

/** Deletes the vectors of recordings: their transcripts were changed or removed. */
export const deleteSentenceVectors = async (
  trx: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<void> => {
  await trx("sentence_vectors")
    .where("organization_id", organizationId)
    .where(inList(trx, "recording_id", recordingIds))
    .delete();
};

/** Stores vectors of current transcripts, and replaces earlier ones. */
export const storeSentenceVectors = async (
  trx: Db,
  organizationId: string,
  stored: readonly SentenceVectors[],
): Promise<void> => {
  if (stored.length === 0) return;
  const rows = stored.map(({ recordingId, vectors }) => ({
    organization_id: organizationId,
    recording_id: recordingId,
    vectors,
  }));
  await trx("sentence_vectors")
    .insert(rows)
    .onConflict(["organization_id", "recording_id"])
    .merge(["vectors"]);
};

/** Loads the vectors of those recordings that have some. */
export const loadSentenceVectors = async (
  db: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<Map<string, string>> => {
  if (recordingIds.length === 0) return new Map();
  const rows: SentenceVectors[] = await db("sentence_vectors")
    .select({ recordingId: "recording_id", vectors: "vectors" })
    .where("organization_id", organizationId)
    .where(inList(db, "recording_id", recordingIds))
    .modify(withinRecordingScope(db, organizationId, "sentence_vectors.recording_id"));
  return new Map(rows.map(({ recordingId, vectors }) => [recordingId, vectors]));
};

/** The recordings whose sentences are searched. Positions are inclusive, but `before`. */
export interface SearchedRecordings {
  before: number;
  from?: number | undefined;
  userId?: string | undefined;
  clientId?: string | undefined;
}

/** Lists processed recordings, the newest first. */
export const listSearchedRecordings = async (
  db: Db,
  organizationId: string,
  { before, from, userId, clientId }: SearchedRecordings,
  limit: number,
): Promise<{ id: string; position: number }[]> => {
  const query = db("recordings as r")
    .select({ id: "r.id", position: "r.position" })
    .where({ "r.organization_id": organizationId, "r.status": "processed" })
    .whereRaw(`r.position < ? ${continueRead(db)}`, [before])
    .modify(withinScope(db, "r.user_id"))
    .orderBy("r.position", "desc")
    .limit(limit);
  if (from !== undefined) void query.where("r.position", ">=", from);
  if (userId !== undefined) void query.where("r.user_id", userId);
  if (clientId !== undefined) void query.where("r.client_id", clientId);
  return query;
};
