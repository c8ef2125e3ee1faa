import { Arg, Ctx, ID, Mutation, Resolver } from "type-graphql";
import type { RecordingRow } from "../db/recordings.js";
import { forInternal } from "./access.js";
import type { Context } from "./context.js";
import { conflict } from "./errors.js";
import { emit } from "./events.js";
import { mutate } from "./mutate.js";
import { existingRecording, Recording } from "./recordings.js";

@Resolver()
export class SyncingResolver {
  @forInternal()
  @Mutation(() => Recording, {
    description: "The integration sync action: fires recording.integration_updated.",
  })
  async syncRecording(
    @Arg("recordingId", () => ID) recordingId: string,
    @Ctx() context: Context,
  ): Promise<RecordingRow> {
    return mutate(context, async (trx) => {
      const recording = await existingRecording(trx, context.organizationId, recordingId);
      if (recording.status !== "processed")
        throw conflict(`The recording is ${recording.status}; this needs processed`);
      await emit(trx, context, "recording.integration_updated", recording);
      return recording;
    });
  }
}
