import { Arg, Ctx, ID, Int, Mutation, Resolver } from "type-graphql";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { findUserByEmail } from "../../db/people/users.js";
import { insertReview } from "../../db/recordings/reviews.js";
import { forPeople } from "../access/access.js";
import type { Context } from "../context/context.js";
import { Failure, invalidField } from "../core/errors.js";
import { mutate } from "../context/mutate.js";
import { requireRecording, Recording } from "./recording.js";
import { withStatsUpdated } from "../stats/rollups.js";
import { requireUser } from "../people/require-user.js";

/** A manager or rep may review visible recordings only, and only as themselves. @throws NOT_FOUND, FORBIDDEN */
const requireOwnReview = async (
  { db, organizationId, userId }: Context,
  recordingId: string,
  reviewerEmail: string,
): Promise<void> => {
  await requireRecording(db, organizationId, recordingId);
  const reviewer = await findUserByEmail(db, organizationId, reviewerEmail);
  if (reviewer?.id !== userId)
    throw new Failure("FORBIDDEN", "must be your own e-mail address", "reviewerEmail");
};

@Resolver()
export class ReviewResolver {
  @forPeople()
  @Mutation(() => Recording, {
    description: "Records a review of the recording, with its duration in milliseconds.",
  })
  async addReview(
    @Arg("recordingId", () => ID) recordingId: string,
    @Arg("reviewerEmail", () => String) reviewerEmail: string,
    @Arg("durationMs", () => Int) durationMs: number,
    @Ctx() context: Context,
  ): Promise<RecordingRow> {
    if (durationMs < 0) throw invalidField("durationMs", "must not be negative");
    const { organizationId } = context;
    if (context.role === "member") await requireOwnReview(context, recordingId, reviewerEmail);
    return mutate(context, async (trx) => {
      const recording = await requireRecording(trx, organizationId, recordingId);
      const reviewer = await requireUser(trx, organizationId, reviewerEmail, "reviewerEmail");
      await withStatsUpdated(trx, organizationId, [recording], () =>
        insertReview(trx, organizationId, {
          id: context.newId(),
          recordingId,
          reviewerId: reviewer.id,
          durationMs,
          now: context.now(),
        }),
      );
      return recording;
    });
  }
}
