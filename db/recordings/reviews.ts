import type { Db } from "../engine/connect.js";
import { withinRecordingScope } from "../engine/viewer-scope.js";

export interface ReviewRow {
  recordingId: string;
  reviewerId: string;
  /** Milliseconds since 1970. */
  reviewedAt: number;
}

/** Loads the latest reviews of recordings, the newest first; at most `limit` per recording. */
export const loadLatestReviews = async (
  db: Db,
  organizationId: string,
  recordingIds: readonly string[],
  limit: number,
): Promise<ReviewRow[]> => {
  const [first, ...others] = recordingIds.map((recordingId) => {
    const latest = db("reviews as v")
      .select({
        recordingId: "v.recording_id",
        reviewerId: "v.reviewer_id",
        reviewedAt: "v.created_at",
      })
      .where({ "v.organization_id": organizationId, "v.recording_id": recordingId })
      .modify(withinRecordingScope(db, organizationId, "v.recording_id"))
      .orderBy([
        { column: "v.created_at", order: "desc" },
        { column: "v.id", order: "desc" },
      ])
      .limit(limit);
    return db.select("*").from(latest.as("reviews_of_one"));
  });
  if (!first) return [];
  return others.length === 0 ? first : first.unionAll(others);
};

/** Inserts a review. `durationMs`: how long the reviewer spent on the recording. */
export const insertReview = async (
  trx: Db,
  organizationId: string,
  review: { id: string; recordingId: string; reviewerId: string; durationMs: number; now: number },
): Promise<void> => {
  await trx("reviews").insert({
    organization_id: organizationId,
    id: review.id,
    recording_id: review.recordingId,
    reviewer_id: review.reviewerId,
    duration_ms: review.durationMs,
    created_at: review.now,
  });
};
