import type { Db } from "../engine/connect.js";
import { inList, type IdBatch } from "../engine/in-list.js";
import { prepareQuery } from "../engine/prepared.js";
import { withinRecordingScope } from "../engine/viewer-scope.js";

/** A user's latest review of a recording. */
export interface LatestReviewRow {
  recordingId: string;
  reviewerId: string;
  /** Milliseconds since 1970. */
  reviewedAt: number;
}

const byRecordings = prepareQuery<IdBatch, LatestReviewRow>((db, { organizationId, ids }) =>
  db("reviews")
    .select({ recordingId: "recording_id", reviewerId: "reviewer_id" })
    .max({ reviewedAt: "created_at" })
    .where("organization_id", organizationId)
    .where(inList(db, "recording_id", ids))
    .modify(withinRecordingScope(db, organizationId, "reviews.recording_id"))
    .groupBy("recording_id", "reviewer_id"),
);

/** Loads each user's latest review of these recordings, the newest first. */
export const loadLatestReviews = async (
  db: Db,
  organizationId: string,
  recordingIds: readonly string[],
): Promise<LatestReviewRow[]> =>
  (await byRecordings(db, { organizationId, ids: recordingIds })).toSorted(
    (a, b) => b.reviewedAt - a.reviewedAt,
  );

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
