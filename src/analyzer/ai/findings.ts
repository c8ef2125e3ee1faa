import * as z from "zod";
import type { AnalysisInput } from "../../../graph/analysis/inputs.js";
import { RATING_RANGE } from "../../../db/analysis/questions.js";
import type { AnalysisQuestion, AnalysisTemplate, Call } from "../analyzer.js";
import { findSpokenDate } from "../basic/spoken-dates.js";
import { boundedList, insightList, MAX_INSIGHTS, MAX_TAGS, tagList } from "./finding-lists.js";
import { boundedText, entryText } from "./json-schema.js";
import {
  joinTexts,
  joinTextsOrNull,
  mergeAnswers,
  uniqueItems,
  uniqueTexts,
} from "./merge-rules.js";
import { createFindQuote, type FindQuote } from "./quotes.js";

const MAX_ACTION_ITEMS = 30;
/** Marks a question that is rated, in the list of questions. */
const RATING_MARK = `(${RATING_RANGE.min} to ${RATING_RANGE.max})`;

interface FindingField<Schema extends z.ZodType> {
  schema: Schema;
  /** The field's line in the default prompt. docs/analysis.md quotes it. */
  prompt: string;
  /** Merges the field across the parts of a call that is too long for the model, in their order. */
  merge: (found: z.infer<Schema>[]) => z.infer<Schema>;
}

const defineField = <Schema extends z.ZodType>(field: FindingField<Schema>): FindingField<Schema> =>
  field;

/** The findings for every call, in the order of the prompt and the schema. */
const findingFields = {
  summary: defineField({
    schema: boundedText(4_000, "A short summary of the call."),
    prompt: "what the call was about and how it ended, in at most 120 words.",
    merge: joinTexts,
  }),
  notes: defineField({
    schema: boundedText(12_000, "Notes on the call."),
    prompt:
      "what somebody would have to know who takes over tomorrow: facts, figures, names, dates, objections. Markdown lists.",
    merge: joinTexts,
  }),
  actionItems: defineField({
    schema: boundedList(
      z.object({
        text: entryText(500, "The task."),
        side: z.enum(["rep", "client"]).describe("Who does it."),
      }),
      {
        max: MAX_ACTION_ITEMS,
        description: "Tasks after the call; empty if there are none.",
        clean: (items) => items.filter(({ text }) => text !== ""),
      },
    ),
    prompt:
      "only what somebody said they would do, or was asked to do and did not refuse, with dates as they were said.",
    merge: (lists) => uniqueItems(lists, ({ side, text }) => `${side} ${text}`),
  }),
  coaching: defineField({
    schema: boundedText(8_000, "For the rep.").nullable(),
    prompt:
      "what the rep did well and what to try next time, with short quotes, in Markdown. Null where there is nothing worth saying.",
    merge: joinTextsOrNull,
  }),
  tags: defineField({
    schema: tagList("Without commas."),
    prompt: 'a few words by which such calls can be found, such as "pricing" or "complaint".',
    merge: uniqueTexts,
  }),
  insights: defineField({
    schema: z.object({
      interests: insightList("What the customer wants."),
      concerns: insightList("What holds the customer back."),
      facts: insightList("Other facts about the customer."),
    }),
    prompt: "what stays true of the customer after this call.",
    merge: (found) => ({
      interests: uniqueTexts(found.map(({ interests }) => interests)),
      concerns: uniqueTexts(found.map(({ concerns }) => concerns)),
      facts: uniqueTexts(found.map(({ facts }) => facts)),
    }),
  }),
  closed: defineField({
    schema: z.boolean().describe("Whether the customer agreed to buy in this call."),
    prompt: "true only where the customer clearly agreed to buy in this call.",
    merge: (found) => found.includes(true),
  }),
};

type FindingFields = typeof findingFields;

const schemas = Object.fromEntries(
  Object.entries(findingFields).map(([name, { schema }]) => [name, schema]),
) as { [Name in keyof FindingFields]: FindingFields[Name]["schema"] };

/** The fields whose lists may lose invalid entries. A missing answer to a question would change the score. */
export const DROPPABLE_FIELDS: readonly string[] = ["actionItems", "tags", "insights"];

/** A line for each field, for the default prompt. */
export const FIELD_PROMPTS: string = Object.entries(findingFields)
  .map(([name, { prompt }]) => `- ${name}: ${prompt}`)
  .join("\n");

const isRating = (rating: number | null | undefined): rating is number =>
  Number.isInteger(rating) && rating! >= RATING_RANGE.min && rating! <= RATING_RANGE.max;

const isRated = ({ kind }: AnalysisQuestion): boolean => kind === "rating";

/** Lists the questions by number. */
export const formatQuestions = (questions: readonly AnalysisQuestion[]): string =>
  questions
    .map((question, index) =>
      [`${index + 1}.`, ...(isRated(question) ? [RATING_MARK] : []), question.question].join(" "),
    )
    .join("\n");

interface FoundAnswer {
  /** The number of the question, from 1. */
  question: number;
  quote: string | null;
  yes: boolean;
  answer: string | null;
  /** Absent if the template has no question that is rated. */
  rating?: number | null;
}

const buildAnswerSchema = (questions: readonly AnalysisQuestion[]): z.ZodType<FoundAnswer> => {
  const schema = z.object({
    question: z.int().min(1).max(questions.length).describe("The number of the question."),
    quote: boundedText(
      1_000,
      "The words that show the answer, copied from one line of the transcript. Null if no line shows it.",
    ).nullable(),
    yes: z.boolean().describe("Whether the quote shows that the answer is yes."),
    answer: boundedText(1_000, "The answer, in short.").nullable(),
  });
  if (!questions.some(isRated)) return schema;
  // The range is stated and not checked here: a rating outside it is left out, as one without a quote.
  const rating = z.number().meta({
    type: "integer",
    minimum: RATING_RANGE.min,
    maximum: RATING_RANGE.max,
  });
  return schema.extend({
    rating: rating
      .nullable()
      .describe(
        `From ${RATING_RANGE.min} (worst) to ${RATING_RANGE.max} (best), for a question with ${RATING_MARK}. Null for the others.`,
      ),
  });
};

const buildAnswersSchema = (questions: readonly AnalysisQuestion[]) =>
  z
    .array(buildAnswerSchema(questions))
    .refine(
      (answers) => new Set(answers.map(({ question }) => question)).size === answers.length,
      "must have each question only once",
    )
    .meta({
      description: `One answer for each of the questions 1 to ${questions.length}.`,
      maxItems: questions.length,
    });

/** Builds the schema of the findings in a call, or in a part of it. */
export const buildFindingsSchema = (questions: readonly AnalysisQuestion[]) =>
  z.object({
    ...schemas,
    answers: questions.length > 0 ? buildAnswersSchema(questions) : z.null(),
  });

export type Findings = z.infer<ReturnType<typeof buildFindingsSchema>>;

/**
 * Merges the findings of a call's parts by rules: texts in order, list items once. A question is answered yes if any
 * part answers it yes, and rated as in the last part that rates it with a quote.
 */
export const mergeFindings = (
  parts: readonly Findings[],
  questions: readonly AnalysisQuestion[],
): Findings => {
  const merged = Object.entries(findingFields).map(([name, { merge }]) => {
    const found = parts.map((part) => part[name as keyof FindingFields]);
    return [name, (merge as (found: unknown[]) => unknown)(found)];
  });
  const answers = mergeAnswers(
    parts.map((part) => part.answers),
    (answer, before) =>
      isRated(questions[answer.question - 1]!)
        ? isRating(answer.rating) && answer.quote !== null
        : !before.yes,
  );
  return { ...Object.fromEntries(merged), answers } as Findings;
};

const dropEmptyInsights = (insights: Findings["insights"]): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(insights)
      .map(([name, list]) => [name, list.slice(0, MAX_INSIGHTS)] as const)
      .filter(([, list]) => list.length > 0),
  );

type Answers = NonNullable<AnalysisInput["process"]>["answers"];

/** Converts the answers that have evidence. A model may answer without any, and invent a quote. */
const toAnswers = (
  answers: Findings["answers"],
  { questions }: AnalysisTemplate,
  findQuote: FindQuote,
): Answers =>
  (answers ?? []).flatMap(({ question: number, quote, yes, rating, answer }): Answers => {
    const evidence = quote === null ? undefined : findQuote(quote);
    if (evidence === undefined) return [];
    const question = questions[number - 1]!;
    const shared = { questionId: question.id, answer, evidence, source: "model" as const };
    if (!isRated(question)) return [{ ...shared, yes }];
    return isRating(rating) ? [{ ...shared, rating }] : [];
  });

/** Converts findings to an analysis. Cuts lists at their limits, which the schema states. */
export const toAnalysisInput = (
  findings: Findings,
  call: Pick<Call, "userName" | "clientName" | "utterances" | "startedAt">,
  template: AnalysisTemplate | undefined,
): AnalysisInput => {
  const { userName, clientName, startedAt } = call;
  const insights = dropEmptyInsights(findings.insights);
  return {
    summary: findings.summary,
    notes: findings.notes,
    coaching: findings.coaching?.trim() ? findings.coaching : null,
    actionItems: findings.actionItems.slice(0, MAX_ACTION_ITEMS).map(({ text, side }) => ({
      kind: side === "client" ? "client" : "explicit",
      text,
      assignee: side === "client" ? clientName : userName,
      completed: false,
      due: findSpokenDate(text, startedAt)?.due ?? null,
    })),
    tags: findings.tags.slice(0, MAX_TAGS),
    closed: findings.closed,
    ...(Object.keys(insights).length > 0 && { insights }),
    ...(template && {
      templateId: template.id,
      process: { answers: toAnswers(findings.answers, template, createFindQuote(call)) },
    }),
  };
};
