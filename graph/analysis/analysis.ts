import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Resolver, Root } from "type-graphql";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { forInternal, forManagers } from "../access/access.js";
import { completeAnalysis, failAnalysis, startAnalysis } from "./transitions.js";
import { enqueueReanalysis, enqueueFailed } from "./reanalysis.js";
import type { Context } from "../context/context.js";
import { ArgumentLimits, LONG_TEXT, MAX_PAGE_SIZE } from "../arguments/limits.js";
import { Recording } from "../recordings/recording.js";
import { AnalysisInput } from "./inputs.js";
import { tagsLoader } from "./loaders.js";

@Resolver(() => Recording)
export class AnalysisResolver {
  @forInternal()
  @Mutation(() => Recording)
  async startAnalysis(
    @Arg("recordingId", () => ID) recordingId: string,
    @Ctx() context: Context,
  ): Promise<RecordingRow> {
    return startAnalysis(context, recordingId);
  }

  @forInternal()
  @Mutation(() => Recording, {
    description:
      "Writes the analysis. On a processed recording it replaces the previous one, and the recording stays in the lists.",
  })
  async completeAnalysis(
    @Arg("recordingId", () => ID) recordingId: string,
    @Arg("input", () => AnalysisInput) input: AnalysisInput,
    @Ctx() context: Context,
  ): Promise<RecordingRow> {
    return completeAnalysis(context, recordingId, input, { notices: [] });
  }

  @forInternal()
  @ArgumentLimits({ reason: LONG_TEXT })
  @Mutation(() => Recording)
  async failAnalysis(
    @Arg("recordingId", () => ID) recordingId: string,
    @Arg("reason", () => String) reason: string,
    @Ctx() context: Context,
  ): Promise<RecordingRow> {
    return failAnalysis(context, recordingId, reason);
  }

  @forManagers()
  @Mutation(() => Recording, {
    description:
      "Queues a failed or processed recording for another analysis. A failed one becomes received. A processed one stays processed, and the new analysis replaces its content when it ends; `analyses` keeps the old one. CONFLICT if a user wrote parts of it (`editedFields`), unless `replaceEdited` is true. A corrected transcript stays, and is what is analysed, unless `replaceTranscript` is true.",
  })
  async reanalyze(
    @Arg("recordingId", () => ID) recordingId: string,
    @Arg("replaceEdited", () => Boolean, { nullable: true, defaultValue: false })
    replaceEdited: boolean | null,
    @Arg("replaceTranscript", () => Boolean, {
      nullable: true,
      defaultValue: false,
      description: "Undoes the corrections of the transcript first.",
    })
    replaceTranscript: boolean | null,
    @Ctx() context: Context,
  ): Promise<RecordingRow> {
    const options = {
      replaceEdited: replaceEdited ?? false,
      replaceTranscript: replaceTranscript ?? false,
    };
    const recording = await enqueueReanalysis(context, recordingId, options);
    context.onCallIngested(context.organizationId, recordingId);
    return recording;
  }

  @forInternal()
  @Mutation(() => Int, {
    description: "Queues the oldest failed recordings, at most 100, and returns their number.",
  })
  async reanalyzeFailed(@Ctx() context: Context): Promise<number> {
    const ids = await enqueueFailed(context, MAX_PAGE_SIZE);
    for (const id of ids) context.onCallIngested(context.organizationId, id);
    return ids.length;
  }

  @FieldResolver(() => [String])
  tags(@Root() recording: RecordingRow, @Ctx() context: Context): string[] | Promise<string[]> {
    if (recording.tags !== undefined) return JSON.parse(recording.tags) as string[];
    return context.loaders
      .get(tagsLoader)
      .load(recording.id)
      .then((rows) => rows.map(({ tag }) => tag));
  }
}
