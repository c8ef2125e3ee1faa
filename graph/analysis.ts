import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  Mutation,
  Resolver,
  Root,
} from "type-graphql";
import { putAnalysis } from "../db/analysis.js";
import type { Db } from "../db/connect.js";
import {
  type RecordingRow,
  type RecordingStatus,
  type StoredRecording,
  updateRecording,
} from "../db/recordings.js";
import { indexed } from "../db/search-index.js";
import { putTranscript, transcriptOf } from "../db/transcripts.js";
import { forInternal } from "./access.js";
import { ActionItemInput, actionItemsOf } from "./action-items.js";
import { durationOf } from "./calls.js";
import type { Context } from "./context.js";
import { conflict, invalidField } from "./errors.js";
import { emit, emitClientCreated } from "./events.js";
import { measure } from "./measures.js";
import { mutate } from "./mutate.js";
import { answersOf, ProcessInput } from "./process.js";
import { existingRecording, Recording } from "./recordings.js";
import { counted } from "./rollups.js";
import { JsonScalar } from "./scalars.js";
import { orderedTranscript, UtteranceInput } from "./transcripts.js";

@InputType()
class AnalysisInput {
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
}

const tagsOf = (tags: string[]): string[] => {
  for (const [index, tag] of tags.entries()) {
    if (tag === "") throw invalidField(`tags.${index}`, "must not be empty");
    if (tag.includes(",")) throw invalidField(`tags.${index}`, "must not have a comma");
  }
  return [...new Set(tags)];
};

const complete = async (
  trx: Db,
  context: Context,
  recording: RecordingRow,
  input: AnalysisInput,
): Promise<void> => {
  const { organizationId } = context;
  const tags = tagsOf(input.tags ?? []);
  const answers = await answersOf(trx, organizationId, input);
  const sent = input.transcript && orderedTranscript(input.transcript);
  if (sent) await putTranscript(trx, organizationId, recording.id, sent);
  const transcript = sent ?? (await transcriptOf(trx, organizationId, recording.id));
  const actionItems = actionItemsOf(input.actionItems);
  const changes: Partial<StoredRecording> = {
    ...measure(transcript),
    status: "processed",
    failureReason: null,
    duration: durationOf(recording.sentDuration, transcript),
    summary: input.summary,
    notes: input.notes ?? "",
    coaching: input.coaching ?? null,
    templateId: input.templateId ?? null,
    processSummary: input.process?.summary ?? null,
    processFollowed: answers && answers.filter((answer) => answer.yes).length,
    processTotal: answers && answers.length,
    actionItemCount: actionItems?.length ?? null,
    ...(typeof input.name === "string" && { name: input.name }),
    ...(typeof input.closed === "boolean" && { closed: input.closed ? 1 : 0 }),
    ...(input.customFields && {
      customFields: JSON.stringify({
        ...JSON.parse(recording.customFields),
        ...input.customFields,
      }),
    }),
  };
  await updateRecording(trx, organizationId, recording.id, changes, context.now());
  await putAnalysis(trx, organizationId, recording, {
    actionItems: actionItems ?? [],
    answers: answers ?? [],
    tags,
  });
};

/**
 * Moves the recording on, if its status is one that allows it; `tell` is given what it has become.
 * @throws NOT_FOUND, CONFLICT
 */
const move = async (
  context: Context,
  recordingId: string,
  from: RecordingStatus[],
  change: (trx: Db, recording: RecordingRow) => Promise<void>,
  tell?: (trx: Db, after: RecordingRow, before: RecordingRow) => Promise<void>,
): Promise<RecordingRow> => {
  const { organizationId } = context;
  return mutate(context, async (trx) => {
    const recording = await existingRecording(trx, organizationId, recordingId);
    if (!from.includes(recording.status))
      throw conflict(`The recording is ${recording.status}; this needs ${from.join(" or ")}`);
    await change(trx, recording);
    const after = await existingRecording(trx, organizationId, recordingId);
    await tell?.(trx, after, recording);
    return after;
  });
};

@Resolver(() => Recording)
export class AnalysisResolver {
  @forInternal()
  @Mutation(() => Recording)
  async startAnalysis(
    @Arg("recordingId", () => ID) recordingId: string,
    @Ctx() context: Context,
  ): Promise<RecordingRow> {
    return move(context, recordingId, ["received", "failed"], (trx, { id }) =>
      updateRecording(
        trx,
        context.organizationId,
        id,
        { status: "processing", failureReason: null },
        context.now(),
      ),
    );
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
    return move(
      context,
      recordingId,
      ["received", "processing", "processed"],
      (trx, recording) =>
        indexed(trx, context.organizationId, [recordingId], () =>
          counted(trx, context.organizationId, [recording], () =>
            complete(trx, context, recording, input),
          ),
        ),
      async (trx, processed, before) => {
        // Analysed again: what there was to tell has been told.
        if (before.processedAt !== null) return;
        if (processed.createdClientId === null)
          await emit(trx, context, "recording.processed", processed);
        else await emitClientCreated(trx, context, processed);
      },
    );
  }

  @forInternal()
  @Mutation(() => Recording)
  async failAnalysis(
    @Arg("recordingId", () => ID) recordingId: string,
    @Arg("reason", () => String) reason: string,
    @Ctx() context: Context,
  ): Promise<RecordingRow> {
    return move(context, recordingId, ["processing"], (trx, { id }) =>
      updateRecording(
        trx,
        context.organizationId,
        id,
        { status: "failed", failureReason: reason },
        context.now(),
      ),
    );
  }

  @FieldResolver(() => [String])
  async tags(@Root() recording: RecordingRow, @Ctx() context: Context): Promise<string[]> {
    if (recording.tags !== undefined) return JSON.parse(recording.tags) as string[];
    return (await context.loaders.tags.load(recording.id)).map((row) => row.tag);
  }
}
