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
import { type QuestionKind, RATING_RANGE } from "../../db/analysis/questions.js";
import {
  loadQuestions,
  loadTemplatesByIds,
  type QuestionRow,
  type TemplateRow,
} from "../../db/analysis/templates.js";
import { LONG_TEXT, Limit } from "../arguments/limits.js";
import type { Context } from "../context/context.js";
import { invalidField, missingField } from "../core/errors.js";
import { Recording } from "../recordings/recording.js";
import { computeProcessScore } from "../stats/measures.js";
import { answersLoader, templateLoader } from "./loaders.js";
import { QuestionKinds, validateRange } from "./questions.js";
import { toCountedFlag, toYesFlag } from "./score.js";

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

/** Returns whether a person said that the question doesn't apply to the call. */
export const isNotApplicable = ({ isCounted, verdictAt }: AnswerRow): boolean =>
  isCounted === 0 && verdictAt !== null;

@ObjectType({ simpleResolvers: true })
export class ProcessAnswer {
  @Field(() => ID)
  questionId!: string;

  @Field(() => String)
  question!: string;

  @Field(() => QuestionKinds)
  kind!: QuestionKind;

  @Field(() => Int, { description: "How much the question weighs in the score, from 1 to 10." })
  weight!: number;

  @Field(() => String, { nullable: true })
  answer!: string | null;

  @Field(() => Boolean, {
    description:
      "A person's verdict or, without one, what the analysis found. A rating of 4 or 5 is a yes.",
  })
  yes!: number;

  @Field(() => Int, {
    nullable: true,
    description:
      "For a question that is rated, from 1 to 5: a person's or, without one, the analysis's. Null while there is none.",
  })
  rating!: number | null;

  @Field(() => Boolean, {
    description:
      "Whether the analysis answered the question. An unanswered yes/no question counts as missed; a rating counts once it is given.",
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

  @Field(() => Int, {
    nullable: true,
    description:
      "The template's version when the answers were stored: a change of the questions makes a new one, and the score stays. Null for an analysis of an earlier release.",
  })
  templateVersion!: number | null;

  @Field(() => String, { nullable: true })
  summary!: string | null;

  @Field(() => Int, { description: "Questions answered yes." })
  followed!: number;

  @Field(() => Int, {
    description: "Questions that count and weren't answered yes, including unanswered ones.",
  })
  missed!: number;

  @Field(() => Int, {
    description:
      "Questions that count: those of the template, without those that don't apply to the call, and without ratings that no one has given yet.",
  })
  total!: number;

  @Field(() => Float, {
    description:
      "From 0 to 100: the percentage of questions answered yes, by their weights. A rating of 1 gives nothing, and one of 5 as much as a yes. 0 while no question counts.",
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

  @Field(() => Boolean, { nullable: true, description: "Required for a yes/no question." })
  yes?: boolean | null;

  @Field(() => Int, {
    nullable: true,
    description: "Required for a question that is rated: from 1 to 5.",
  })
  rating?: number | null;

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

/** Loads the template of an analysis; undefined without one. @throws INVALID_FIELD if it doesn't exist */
export const requireTemplate = async (
  trx: Db,
  organizationId: string,
  id: string | null | undefined,
): Promise<TemplateRow | undefined> => {
  if (typeof id !== "string") return undefined;
  const [template] = await loadTemplatesByIds(trx, organizationId, [id]);
  if (!template) throw invalidField("templateId", "is not a template of the organization");
  return template;
};

/** Returns what an answer says. @throws MISSING_REQUIRED_FIELD, INVALID_FIELD */
const resolveResult = (
  { kind }: QuestionRow,
  { yes, rating }: ProcessAnswerInput,
  field: string,
): Pick<AnswerRow, "yes" | "rating"> => {
  if (kind === "yesNo") {
    if (typeof rating === "number")
      throw invalidField(`${field}.rating`, "requires a question of kind rating");
    if (typeof yes !== "boolean") throw missingField(`${field}.yes`);
    return { yes: yes ? 1 : 0, rating: null };
  }
  if (typeof rating !== "number") throw missingField(`${field}.rating`);
  validateRange(`${field}.rating`, rating, RATING_RANGE);
  return { yes: toYesFlag(rating), rating };
};

/**
 * Returns one answer per question of the template, in its order. A missing answer to a yes/no question counts as no.
 * The evidence is not located yet, and `start` is null unless it is known. Null without a process.
 * @throws INVALID_FIELD, MISSING_REQUIRED_FIELD
 */
export const resolveAnswers = async (
  trx: Db,
  organizationId: string,
  template: TemplateRow | undefined,
  process: ProcessInput | null | undefined,
): Promise<AnswerRow[] | null> => {
  if (!process) return null;
  if (!template) throw missingField("templateId");
  const sent = new Map<
    string,
    ProcessAnswerInput & { result: Pick<AnswerRow, "yes" | "rating"> }
  >();
  const questions = await loadQuestions(trx, organizationId, [template.id]);
  const questionsById = new Map(questions.map((question) => [question.id, question]));
  for (const [index, answer] of process.answers.entries()) {
    const field = `process.answers.${index}`;
    const { questionId } = answer;
    const question = questionsById.get(questionId);
    if (!question) throw invalidField(`${field}.questionId`, "is not a question of the template");
    if (sent.has(questionId)) throw invalidField(`${field}.questionId`, "must be unique");
    sent.set(questionId, { ...answer, result: resolveResult(question, answer, field) });
  }
  return questions.map(({ id, question, kind, weight }) => {
    const answer = sent.get(id);
    const { yes, rating } = answer?.result ?? { yes: 0, rating: null };
    return {
      questionId: id,
      question,
      kind,
      weight,
      answer: answer?.answer ?? null,
      yes,
      rating,
      isCounted: toCountedFlag({ kind, rating }),
      answered: answer ? 1 : 0,
      evidence: answer?.evidence ?? null,
      start: answer?.start ?? null,
      source: answer ? (answer.source ?? "program") : null,
      ...NO_VERDICT,
    };
  });
};

@Resolver(() => Recording)
export class RecordingProcessResolver {
  @FieldResolver(() => ProcessResult, { nullable: true })
  process(@Root() recording: RecordingRow): ProcessResult | null {
    const {
      processTotal: total,
      processFollowed: followed,
      templateId,
      templateVersion,
    } = recording;
    if (total === null || followed === null || templateId === null) return null;
    return {
      recordingId: recording.id,
      userId: recording.userId,
      templateId,
      templateVersion,
      templateName: recording.templateName,
      answersJson: recording.answers,
      score: computeProcessScore(recording) ?? 0,
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
