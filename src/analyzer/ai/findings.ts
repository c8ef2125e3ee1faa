import * as z from "zod";
import type { AnalysisInput } from "../../../graph/analysis/inputs.js";
import type { Call, AnalysisTemplate } from "../analyzer.js";
import { boundedText } from "./json-schema.js";

const MAX_ACTION_ITEMS = 30;
const MAX_TAGS = 8;
const MAX_INSIGHTS = 8;

const boundedList = <T extends z.ZodType>(item: T, max: number, description: string) =>
  z.array(item).describe(`${description} At most ${max}, the most important first.`);

const insightSchema = boundedText(200, "One thing, in a few words.");

const baseFields = {
  summary: boundedText(4_000, "A short summary of the call."),
  notes: boundedText(12_000, "Notes on the call."),
  actionItems: boundedList(
    z.object({
      text: boundedText(500, "The task."),
      side: z.enum(["rep", "client"]).describe("Who does it."),
    }),
    MAX_ACTION_ITEMS,
    "Tasks after the call; empty if there are none.",
  ),
  coaching: boundedText(8_000, "For the rep.").nullable(),
  tags: boundedList(
    boundedText(40, "A word or two.")
      .min(1)
      .refine((tag) => !tag.includes(","), "must not contain a comma")
      .refine((tag) => tag.trim() === tag, "must not have spaces around it"),
    MAX_TAGS,
    "Without commas.",
  ),
  insights: z.object({
    interests: boundedList(insightSchema, MAX_INSIGHTS, "What the customer wants."),
    concerns: boundedList(insightSchema, MAX_INSIGHTS, "What holds the customer back."),
    facts: boundedList(insightSchema, MAX_INSIGHTS, "Other facts about the customer."),
  }),
  closed: z.boolean().describe("Whether the customer agreed to buy in this call."),
};

const buildAnswersSchema = (count: number) =>
  z
    .array(
      z.object({
        question: z.int().min(1).max(count).describe("The number of the question."),
        yes: z.boolean().describe("Whether the call shows that the answer is yes."),
        answer: boundedText(1_000, "The evidence, in short.").nullable(),
      }),
    )
    .refine(
      (answers) => new Set(answers.map(({ question }) => question)).size === answers.length,
      "must have each question only once",
    )
    .describe(`One answer for each of the questions 1 to ${count}.`);

/** Builds the schema of the findings in a call, or in a part of it. */
export const buildFindingsSchema = (questions: number) =>
  z.object({ ...baseFields, answers: questions > 0 ? buildAnswersSchema(questions) : z.null() });

export type Findings = z.infer<ReturnType<typeof buildFindingsSchema>>;

const dropEmptyInsights = (insights: Findings["insights"]): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(insights)
      .map(([name, list]) => [name, list.slice(0, MAX_INSIGHTS)] as const)
      .filter(([, list]) => list.length > 0),
  );

/** Converts findings to an analysis. Cuts lists at their limits, which the schema states. */
export const toAnalysisInput = (
  findings: Findings,
  { userName, clientName }: Pick<Call, "userName" | "clientName">,
  template: AnalysisTemplate | undefined,
): AnalysisInput => {
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
    })),
    tags: findings.tags.slice(0, MAX_TAGS),
    closed: findings.closed,
    ...(Object.keys(insights).length > 0 && { insights }),
    ...(template && {
      templateId: template.id,
      process: {
        answers: (findings.answers ?? []).map(({ question, yes, answer }) => ({
          questionId: template.questions[question - 1]!.id,
          yes,
          answer,
        })),
      },
    }),
  };
};
