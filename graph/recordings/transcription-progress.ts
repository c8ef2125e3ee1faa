import { Ctx, FieldResolver, Int, Resolver, Root } from "type-graphql";
import type { RecordingRow } from "../../db/recordings/fields.js";
import type { Context } from "../context/context.js";
import { Recording } from "./recording.js";
import { transcriptionPlaceLoader, transcriptionProgressLoader } from "./loaders.js";

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

  @FieldResolver(() => Int, {
    nullable: true,
    description:
      "Its place among the organization's own calls that wait for the server's transcription: 1 is the next; 1,001 means that more than 1,000 are before it. Organizations take turns. Null unless it waits for that and its audio has arrived; also behind more than 10,000 received calls of which most have no audio.",
  })
  async transcriptionPlace(
    @Root() { id, status }: RecordingRow,
    @Ctx() { analyzes, loaders }: Context,
  ): Promise<number | null> {
    if (!analyzes?.audio || (status !== "received" && status !== "processing")) return null;
    return (await loaders.get(transcriptionPlaceLoader).load(id))?.place ?? null;
  }
}
