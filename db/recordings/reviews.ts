import type { Db } from "../engine/connect.js";
import { inList } from "../engine/in-list.js";
import { withinRecordingScope } from "../engine/viewer-scope.js";

/** How a user has reviewed a recording. */
export interface ReviewerRow {
  recordingId: string;
  reviewerId: string;
  /** How often. */
  count: number;
  /** How long in all, in milliseconds. */
  durationMs: number;
  /** The last time, in milliseconds since 1970. */
  lastAt: number;
}

/** Loads who has reviewed recordings, by the last review, newest first. */
export const loadReviewers = async (
  db: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<ReviewerRow[]> => {
  const rows: Record<keyof ReviewerRow, string | number>[] = await db("reviews")
    .select({ recordingId: "recording_id", reviewerId: "reviewer_id" })
    .count({ count: "*" })
    .sum({ durationMs: "duration_ms" })
    .max({ lastAt: "created_at" })
    .where("organization_id", organizationId)
    .where(inList(db, "recording_id", recordingIds))
    .modify(withinRecordingScope(db, organizationId, "reviews.recording_id"))
    .groupBy("recording_id", "reviewer_id")
    .orderBy([{ column: "lastAt", order: "desc" }, "reviewer_id"]);
  return rows.map(({ recordingId, reviewerId, count, durationMs, lastAt }) => ({
    recordingId: String(recordingId),
    reviewerId: String(reviewerId),
    // PostgreSQL returns sums as texts.
    count: Number(count),
    durationMs: Number(durationMs),
    lastAt: Number(lastAt),
  }));
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
