import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  Int,
  Mutation,
  ObjectType,
  registerEnumType,
  Resolver,
  Root,
} from "type-graphql";
import { type ActionItemRow, type AnswerRow, putAnalysis } from "../db/analysis.js";
import type { Db } from "../db/connect.js";
import {
  type RecordingRow,
  type RecordingStatus,
  type StoredRecording,
  updateRecording,
} from "../db/recordings.js";
import { questionsOf, templatesByIds } from "../db/templates.js";
import { putTranscript, transcriptsOf } from "../db/transcripts.js";
import { forInternal } from "./access.js";
import { durationOf } from "./calls.js";
import type { Context } from "./context.js";
import { conflict, invalidField, missingField, notYet } from "./errors.js";
import { measure } from "./metrics.js";
import { mutate } from "./mutate.js";
import { existingRecording, Recording } from "./recordings.js";
import { JsonScalar } from "./scalars.js";
import { orderedTranscript, UtteranceInput } from "./transcripts.js";

const ActionItemKinds = { explicit: "explicit", client: "client" } as const;
registerEnumType(ActionItemKinds, { name: "ActionItemKind" });

@ObjectType({ simpleResolvers: true })
export class ActionItem {
  @Field(() => ActionItemKinds)
  kind!: ActionItemRow["kind"];

  @Field(() => String)
  text!: string;

  @Field(() => String, { nullable: true })
  assignee!: string | null;

  @Field(() => Boolean)
  completed!: number;
}

@ObjectType({ simpleResolvers: true })
export class ProcessAnswer {
  @Field(() => ID)
  questionId!: string;

  @Field(() => String)
  question!: string;

  @Field(() => String, { nullable: true })
  answer!: string | null;

  @Field(() => Boolean)
  yes!: number;
}

@ObjectType({ simpleResolvers: true })
export class ProcessResult {
  @Field(() => String, { nullable: true })
  summary!: string | null;

  @Field(() => Int, { description: "Questions answered yes." })
  followed!: number;

  @Field(() => Int, { description: "Questions not answered yes, or not at all." })
  missed!: number;

  @Field(() => Int, { description: "Questions of the template." })
  total!: number;

  recordingId!: string;
}

@InputType()
class ActionItemInput {
  @Field(() => ActionItemKinds, { nullable: true, defaultValue: "explicit" })
  kind!: ActionItemRow["kind"] | null;

  @Field(() => String)
  text!: string;

  @Field(() => String, { nullable: true })
  assignee?: string | null;

  @Field(() => Boolean, { nullable: true, defaultValue: false })
  completed!: boolean | null;
}

@InputType()
class ProcessAnswerInput {
  @Field(() => ID)
  questionId!: string;

  @Field(() => String, { nullable: true })
  answer?: string | null;

  @Field(() => Boolean)
  yes!: boolean;
}

@InputType()
class ProcessInput {
  @Field(() => String, { nullable: true })
  summary?: string | null;

  @Field(() => [ProcessAnswerInput])
  answers!: ProcessAnswerInput[];
}

@InputType()
class AnalysisInput {
  @Field(() => [UtteranceInput], {
    nullable: true,
    description: "The one that came with the call, if not given.",
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

  @Field(() => JsonScalar, { nullable: true, description: "Added to those of the call." })
  customFields?: Record<string, unknown> | null;
}

const tagsOf = (tags: string[]): string[] => {
  for (const [index, tag] of tags.entries()) {
    if (tag === "") throw invalidField(`tags.${index}`, "must not be empty");
    if (tag.includes(",")) throw invalidField(`tags.${index}`, "must not have a comma");
  }
  return [...new Set(tags)];
};

/** One answer for each question of the template, in its order; a question without one is a no. */
const answersOf = async (
  trx: Db,
  organizationId: string,
  input: AnalysisInput,
): Promise<AnswerRow[] | null> => {
  if (input.templateId) {
    const [template] = await templatesByIds(trx, organizationId, [input.templateId]);
    if (!template) throw invalidField("templateId", "is not a template of the organization");
  }
  if (!input.process) return null;
  if (!input.templateId) throw missingField("templateId");
  const given = new Map<string, ProcessAnswerInput>();
  const questions = await questionsOf(trx, organizationId, [input.templateId]);
  const asked = new Set(questions.map((question) => question.id));
  for (const [index, answer] of input.process.answers.entries()) {
    const field = `process.answers.${index}.questionId`;
    if (!asked.has(answer.questionId)) throw invalidField(field, "is no question of the template");
    if (given.has(answer.questionId)) throw invalidField(field, "is there twice");
    given.set(answer.questionId, answer);
  }
  return questions.map(({ id, question }) => ({
    questionId: id,
    question,
    answer: given.get(id)?.answer ?? null,
    yes: given.get(id)?.yes ? 1 : 0,
  }));
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
  const transcript = sent ?? (await transcriptsOf(trx, organizationId, [recording.id]));
  const actionItems = input.actionItems?.map((item) => ({
    kind: item.kind ?? "explicit",
    text: item.text,
    assignee: item.assignee ?? null,
    completed: item.completed ? 1 : 0,
  }));
  const now = context.now();
  const changes: Partial<StoredRecording> = {
    ...measure(transcript),
    status: "processed",
    processedAt: recording.processedAt ?? now,
    updatedAt: now,
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
  await updateRecording(trx, organizationId, recording.id, changes);
  await putAnalysis(trx, organizationId, recording, {
    actionItems: actionItems ?? [],
    answers: answers ?? [],
    tags,
  });
};

/** Moves the recording on, if its status is one that allows it. @throws NOT_FOUND, CONFLICT */
const move = async (
  context: Context,
  recordingId: string,
  from: RecordingStatus[],
  change: (trx: Db, recording: RecordingRow) => Promise<void>,
): Promise<RecordingRow> => {
  const { organizationId } = context;
  return mutate(context, async (trx) => {
    const recording = await existingRecording(trx, organizationId, recordingId);
    if (!from.includes(recording.status))
      throw conflict(`The recording is ${recording.status}; this needs ${from.join(" or ")}`);
    await change(trx, recording);
    return existingRecording(trx, organizationId, recordingId);
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
      updateRecording(trx, context.organizationId, id, {
        status: "processing",
        failureReason: null,
        updatedAt: context.now(),
      }),
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
    return move(context, recordingId, ["received", "processing", "processed"], (trx, recording) =>
      complete(trx, context, recording, input),
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
      updateRecording(trx, context.organizationId, id, {
        status: "failed",
        failureReason: reason,
        updatedAt: context.now(),
      }),
    );
  }

  @FieldResolver(() => [ActionItem], { nullable: true })
  async actionItems(
    @Root() recording: RecordingRow,
    @Ctx() context: Context,
  ): Promise<ActionItemRow[] | null> {
    return recording.actionItemCount === null
      ? null
      : context.loaders.actionItems.load(recording.id);
  }

  @FieldResolver(() => [String])
  async tags(@Root() recording: RecordingRow, @Ctx() context: Context): Promise<string[]> {
    return (await context.loaders.tags.load(recording.id)).map((row) => row.tag);
  }

  @FieldResolver(() => ProcessResult, { nullable: true })
  process(@Root() recording: RecordingRow): ProcessResult | null {
    const { processTotal: total, processFollowed: followed } = recording;
    if (total === null || followed === null) return null;
    return {
      recordingId: recording.id,
      summary: recording.processSummary,
      followed,
      missed: total - followed,
      total,
    };
  }
}

@Resolver()
export class SyncResolver {
  @forInternal()
  @Mutation(() => Recording, {
    description: "The integration sync action: fires recording.integration_updated.",
  })
  syncRecording(@Arg("recordingId", () => ID) _recordingId: string): RecordingRow {
    throw notYet("syncRecording");
  }
}

@Resolver(() => ProcessResult)
export class ProcessResolver {
  @FieldResolver(() => [ProcessAnswer])
  async answers(@Root() process: ProcessResult, @Ctx() context: Context): Promise<AnswerRow[]> {
    return context.loaders.answers.load(process.recordingId);
  }
}
