import type { Db } from "../engine/connect.js";

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
