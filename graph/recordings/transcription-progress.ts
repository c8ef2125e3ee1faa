import { Ctx, FieldResolver, Int, Resolver, Root } from "type-graphql";
import type { RecordingRow } from "../../db/recordings/fields.js";
import type { Context } from "../context/context.js";
import { Recording } from "./recording.js";
import { transcriptionProgressLoader } from "./loaders.js";

@Resolver(() => Recording)
export class TranscriptionProgressResolver {
  @FieldResolver(() => Int, {
    nullable: true,
    description:
      "How much of the audio the server has transcribed, in per cent, as of the last ten seconds. Null unless it transcribes it now.",
  })
  async transcribedPercent(
    @Root() recording: RecordingRow,
    @Ctx() context: Context,
  ): Promise<number | null> {
    const row = await context.loaders.get(transcriptionProgressLoader).load(recording.id);
    return row?.transcribedPercent ?? null;
  }
}
