import { Arg, Ctx, ID, Int, Mutation, Resolver } from "type-graphql";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { insertReview } from "../../db/recordings/reviews.js";
import { forInternal } from "../core/access.js";
import type { Context } from "../core/context.js";
import { invalidField } from "../core/errors.js";
import { mutate } from "../core/mutate.js";
import { requireRecording, Recording } from "./recording.js";
import { withStatsUpdated } from "../stats/rollups.js";
import { requireUser } from "../people/users.js";

@Resolver()
export class ReviewResolver {
  @forInternal()
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
