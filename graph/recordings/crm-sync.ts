import { Arg, Ctx, ID, Mutation, Resolver } from "type-graphql";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { forInternal } from "../access/access.js";
import type { Context } from "../context/context.js";
import { conflict } from "../core/errors.js";
import { emit } from "../webhooks/emit.js";
import { mutate } from "../context/mutate.js";
import { requireRecording, Recording } from "./recording.js";

@Resolver()
export class CrmSyncResolver {
  @forInternal()
  @Mutation(() => Recording, {
    description: "Fires recording.integration_updated.",
  })
  async syncRecording(
    @Arg("recordingId", () => ID) recordingId: string,
    @Ctx() context: Context,
  ): Promise<RecordingRow> {
    return mutate(context, async (trx, effects) => {
      const recording = await requireRecording(trx, context.organizationId, recordingId);
      if (recording.status !== "processed")
        throw conflict(`The recording is ${recording.status}; this needs processed`);
      await emit(trx, context, effects, "recording.integration_updated", recording);
      return recording;
    });
  }
}
