import {
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  Int,
  ObjectType,
  Resolver,
  Root,
} from "type-graphql";
import type { AnswerRow } from "../db/analysis.js";
import type { Db } from "../db/connect.js";
import type { RecordingRow } from "../db/recordings.js";
import { questionsOf, templatesByIds } from "../db/templates.js";
import type { Context } from "./context.js";
import { invalidField, missingField } from "./errors.js";
import { Recording } from "./recordings.js";

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
class ProcessAnswerInput {
  @Field(() => ID)
  questionId!: string;

  @Field(() => String, { nullable: true })
  answer?: string | null;

  @Field(() => Boolean)
  yes!: boolean;
}

@InputType()
export class ProcessInput {
  @Field(() => String, { nullable: true })
  summary?: string | null;

  @Field(() => [ProcessAnswerInput])
  answers!: ProcessAnswerInput[];
}

/**
 * One answer for each question of the template, in its order; a question without one is a no.
 * @throws INVALID_FIELD, MISSING_REQUIRED_FIELD
 */
export const answersOf = async (
  trx: Db,
  organizationId: string,
  input: { templateId?: string | null; process?: ProcessInput | null },
): Promise<AnswerRow[] | null> => {
  const templateId = input.templateId ?? undefined;
  if (templateId !== undefined) {
    const [template] = await templatesByIds(trx, organizationId, [templateId]);
    if (!template) throw invalidField("templateId", "is not a template of the organization");
  }
  if (!input.process) return null;
  if (templateId === undefined) throw missingField("templateId");
  const given = new Map<string, ProcessAnswerInput>();
  const questions = await questionsOf(trx, organizationId, [templateId]);
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

@Resolver(() => Recording)
export class RecordingProcessResolver {
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

@Resolver(() => ProcessResult)
export class ProcessResolver {
  @FieldResolver(() => [ProcessAnswer])
  async answers(@Root() process: ProcessResult, @Ctx() context: Context): Promise<AnswerRow[]> {
    return context.loaders.answers.load(process.recordingId);
  }
}
