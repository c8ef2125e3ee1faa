import {
  Ctx,
  Field,
  FieldResolver,
  Float,
  ID,
  InputType,
  Int,
  ObjectType,
  registerEnumType,
  Resolver,
  Root,
} from "type-graphql";
import { type AnswerRow, type AnswerSource, NO_VERDICT } from "../../db/analysis/analysis.js";
import type { Db } from "../../db/engine/connect.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { loadQuestions, loadTemplatesByIds } from "../../db/analysis/templates.js";
import { LONG_TEXT, Limit } from "../arguments/limits.js";
import type { Context } from "../context/context.js";
import { invalidField, missingField } from "../core/errors.js";
import { Recording } from "../recordings/recording.js";
import { computeProcessScore } from "../stats/measures.js";
import { answersLoader, templateLoader } from "./loaders.js";

const AnswerSources = {
  rules: "rules",
  tracker: "tracker",
  model: "model",
  program: "program",
} as const satisfies { [Source in AnswerSource]: Source };
registerEnumType(AnswerSources, {
  name: "AnswerSource",
  description: "What found an answer.",
  valuesConfig: {
    rules: { description: "debrief, from the question's wording." },
    tracker: { description: "The question's tracker." },
    model: { description: "Your chat model." },
    program: { description: "A program that called completeAnalysis." },
  },
});

@ObjectType({ simpleResolvers: true })
export class ProcessAnswer {
  @Field(() => ID)
  questionId!: string;

  @Field(() => String)
  question!: string;

  @Field(() => String, { nullable: true })
  answer!: string | null;

  @Field(() => Boolean, {
    description: "A person's verdict or, without one, what the analysis found.",
  })
  yes!: number;

  @Field(() => Boolean, {
    description: "Whether the analysis answered the question. An unanswered one counts as missed.",
  })
  answered!: number;

  @Field(() => String, {
    nullable: true,
    description: "The words of the call that support the answer; null if none are stored.",
  })
  evidence!: string | null;

  @Field(() => Int, {
    nullable: true,
    description:
      "Where the evidence starts, in milliseconds from the beginning of the recording; null without evidence.",
  })
  start!: number | null;

  @Field(() => AnswerSources, {
    nullable: true,
    description:
      "What found the answer; null without one, and for an answer of an earlier release.",
  })
  source!: AnswerSource | null;
}

@ObjectType({ simpleResolvers: true })
export class ProcessResult {
  @Field(() => ID, { description: "The template whose questions were asked." })
  templateId!: string;

  @Field(() => String, { nullable: true })
  summary!: string | null;

  @Field(() => Int, { description: "Questions answered yes." })
  followed!: number;

  @Field(() => Int, { description: "Questions not answered yes, including unanswered ones." })
  missed!: number;

  @Field(() => Int, { description: "Questions of the template." })
  total!: number;

  @Field(() => Float, {
    description: "The percentage of questions answered yes; 0 without questions.",
  })
  score!: number;

  recordingId!: string;
  /** The rep's user id; undefined in an earlier analysis. */
  userId?: string | undefined;
  /** Set if the recording's query has read them. */
  templateName?: string | null | undefined;
  answersJson?: string | undefined;
}

@InputType()
class ProcessAnswerInput {
  @Field(() => ID)
  questionId!: string;

  @Limit(LONG_TEXT)
  @Field(() => String, { nullable: true })
  answer?: string | null;

  @Field(() => Boolean)
  yes!: boolean;

  @Limit(LONG_TEXT)
  @Field(() => String, {
    nullable: true,
    description:
      "Words of one line of the transcript that support the answer, exactly as they are there.",
  })
  evidence?: string | null;

  /** Only the analyses of this program set it. By default, a program sent the answer over the API. */
  source?: AnswerSource;

  /** Only the analyses of this program set it: about when the evidence was said, in milliseconds from the start. */
  start?: number;
}

@InputType()
export class ProcessInput {
  @Limit(LONG_TEXT)
  @Field(() => String, { nullable: true })
  summary?: string | null;

  @Limit({ maxItems: 200 })
  @Field(() => [ProcessAnswerInput])
  answers!: ProcessAnswerInput[];
}

/**
 * Returns one answer per question of the template, in its order. A missing answer counts as no. The evidence is not
 * located yet, and `start` is null unless it is known. Null without a process.
 * @throws INVALID_FIELD, MISSING_REQUIRED_FIELD
 */
export const resolveAnswers = async (
  trx: Db,
  organizationId: string,
  input: { templateId?: string | null; process?: ProcessInput | null },
): Promise<AnswerRow[] | null> => {
  const templateId = input.templateId ?? undefined;
  if (templateId !== undefined) {
    const [template] = await loadTemplatesByIds(trx, organizationId, [templateId]);
    if (!template) throw invalidField("templateId", "is not a template of the organization");
  }
  if (!input.process) return null;
  if (templateId === undefined) throw missingField("templateId");
  const sent = new Map<string, ProcessAnswerInput>();
  const questions = await loadQuestions(trx, organizationId, [templateId]);
  const questionIds = new Set(questions.map((question) => question.id));
  for (const [index, answer] of input.process.answers.entries()) {
    const field = `process.answers.${index}.questionId`;
    if (!questionIds.has(answer.questionId))
      throw invalidField(field, "is not a question of the template");
    if (sent.has(answer.questionId)) throw invalidField(field, "must be unique");
    sent.set(answer.questionId, answer);
  }
  return questions.map(({ id, question }) => ({
    questionId: id,
    question,
    answer: sent.get(id)?.answer ?? null,
    yes: sent.get(id)?.yes ? 1 : 0,
    answered: sent.has(id) ? 1 : 0,
    evidence: sent.get(id)?.evidence ?? null,
    start: sent.get(id)?.start ?? null,
    source: sent.has(id) ? (sent.get(id)!.source ?? "program") : null,
    ...NO_VERDICT,
  }));
};

@Resolver(() => Recording)
export class RecordingProcessResolver {
  @FieldResolver(() => ProcessResult, { nullable: true })
  process(@Root() recording: RecordingRow): ProcessResult | null {
    const { processTotal: total, processFollowed: followed, templateId } = recording;
    if (total === null || followed === null || templateId === null) return null;
    return {
      recordingId: recording.id,
      userId: recording.userId,
      templateId,
      templateName: recording.templateName,
      answersJson: recording.answers,
      score: computeProcessScore(recording)!,
      summary: recording.processSummary,
      followed,
      missed: total - followed,
      total,
    };
  }
}

@Resolver(() => ProcessResult)
export class ProcessResolver {
  @FieldResolver(() => String, { description: "The template's name." })
  template(
    @Root() { templateName, templateId }: ProcessResult,
    @Ctx() context: Context,
  ): string | Promise<string> {
    // A foreign key guarantees the template.
    return (
      templateName ??
      context.loaders
        .get(templateLoader)
        .load(templateId)
        .then((row) => row!.name)
    );
  }

  @FieldResolver(() => [ProcessAnswer], {
    description: "Every question that the template had at the analysis, in its order.",
  })
  answers(
    @Root() { answersJson, recordingId }: ProcessResult,
    @Ctx() context: Context,
  ): AnswerRow[] | Promise<AnswerRow[]> {
    if (answersJson === undefined) return context.loaders.get(answersLoader).load(recordingId);
    return JSON.parse(answersJson) as AnswerRow[];
  }
}
