import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  Int,
  Mutation,
  Resolver,
  Root,
} from "type-graphql";
import type { RecordingRow } from "../db/recordings.js";
import { forInternal } from "./access.js";
import { ActionItemInput } from "./action-items.js";
import { completeAnalysis, failAnalysis, startAnalysis } from "./analysis-moves.js";
import { wantAnalysis, wantFailed } from "./reanalysis.js";
import type { Context } from "./context.js";
import { MOST } from "./limits.js";
import { ProcessInput } from "./process.js";
import { Recording } from "./recordings.js";
import { JsonScalar } from "./scalars.js";
import { UtteranceInput } from "./transcripts.js";

@InputType()
export class AnalysisInput {
  @Field(() => [UtteranceInput], {
    nullable: true,
    description:
      "If not given, the one that the recording has: of the call, or of an analysis before.",
  })
  transcript?: UtteranceInput[] | null;

  @Field(() => String, { nullable: true })
  name?: string | null;

  @Field(() => String)
  summary!: string;

  @Field(() => String, { nullable: true })
  notes?: string | null;

  @Field(() => String, { nullable: true })
  coaching?: string | null;

  @Field(() => [ActionItemInput], { nullable: true })
  actionItems?: ActionItemInput[] | null;

  @Field(() => ID, { nullable: true })
  templateId?: string | null;

  @Field(() => ProcessInput, { nullable: true })
  process?: ProcessInput | null;

  @Field(() => [String], { nullable: true })
  tags?: string[] | null;

  @Field(() => Boolean, { nullable: true })
  closed?: boolean | null;

  @Field(() => JsonScalar, {
    nullable: true,
    description: "Added to those that the recording has.",
  })
  customFields?: Record<string, unknown> | null;

  @Field(() => JsonScalar, {
    nullable: true,
    description:
      "Of the customer; added to the insights of the client, where one is known and they have room.",
  })
  insights?: Record<string, unknown> | null;
}

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
      "Writes the analysis; on a processed recording it replaces the one before, and the recording never leaves the lists.",
  })
  async completeAnalysis(
    @Arg("recordingId", () => ID) recordingId: string,
    @Arg("input", () => AnalysisInput) input: AnalysisInput,
    @Ctx() context: Context,
  ): Promise<RecordingRow> {
    return completeAnalysis(context, recordingId, input);
  }

  @forInternal()
  @Mutation(() => Recording)
  async failAnalysis(
    @Arg("recordingId", () => ID) recordingId: string,
    @Arg("reason", () => String) reason: string,
    @Ctx() context: Context,
  ): Promise<RecordingRow> {
    return failAnalysis(context, recordingId, reason);
  }

  @forInternal()
  @Mutation(() => Recording, {
    description:
      "Has debrief analyse a failed or processed recording again. One that failed is received; one that is processed stays so, and its content is replaced when the analysis ends.",
  })
  async reanalyze(
    @Arg("recordingId", () => ID) recordingId: string,
    @Ctx() context: Context,
  ): Promise<RecordingRow> {
    const recording = await wantAnalysis(context, recordingId);
    context.callTaken(context.organizationId, recordingId);
    return recording;
  }

  @forInternal()
  @Mutation(() => Int, {
    description:
      "The same for the recordings that failed, the oldest first, 100 at most: how many that were.",
  })
  async reanalyzeFailed(@Ctx() context: Context): Promise<number> {
    const ids = await wantFailed(context, MOST);
    for (const id of ids) context.callTaken(context.organizationId, id);
    return ids.length;
  }

  @FieldResolver(() => [String])
  tags(@Root() recording: RecordingRow, @Ctx() context: Context): string[] | Promise<string[]> {
    if (recording.tags !== undefined) return JSON.parse(recording.tags) as string[];
    return context.loaders.tags.load(recording.id).then((rows) => rows.map(({ tag }) => tag));
  }
}
