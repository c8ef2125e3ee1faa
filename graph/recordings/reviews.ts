import { Arg, Ctx, ID, Int, Mutation, Resolver } from "type-graphql";
import type { RecordingRow } from "../db/recordings.js";
import { insertReview } from "../db/reviews.js";
import { forInternal } from "./access.js";
import type { Context } from "./context.js";
import { invalidField } from "./errors.js";
import { mutate } from "./mutate.js";
import { existingRecording, Recording } from "./recordings.js";
import { counted } from "./rollups.js";
import { knownUser } from "./users.js";

@Resolver()
export class ReviewResolver {
  @forInternal()
  @Mutation(() => Recording, {
    description: "Notes that somebody reviewed the recording, and how long it took (milliseconds).",
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
      const recording = await existingRecording(trx, organizationId, recordingId);
      const reviewer = await knownUser(trx, organizationId, reviewerEmail, "reviewerEmail");
      await counted(trx, organizationId, [recording], () =>
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
