import * as z from "zod";
import type { AnalysisInput } from "../../../graph/analysis.js";
import type { Call, Process } from "../analyzer.js";
import { textOf } from "./schema.js";

const MOST_ITEMS = 30;
const MOST_TAGS = 8;
const MOST_INSIGHTS = 8;

const listOf = <T extends z.ZodType>(item: T, most: number, description: string) =>
  z.array(item).describe(`${description} At most ${most}, the most important first.`);

const insight = textOf(200, "One thing, in a few words.");

const base = {
  summary: textOf(4_000, "The call in short."),
  notes: textOf(12_000, "Notes of the call."),
  actionItems: listOf(
    z.object({
      text: textOf(500, "What is to be done."),
      side: z.enum(["rep", "client"]).describe("Whose it is to do."),
    }),
    MOST_ITEMS,
    "What is to be done after the call; empty where nothing is.",
  ),
  coaching: textOf(8_000, "For the rep.").nullable(),
  tags: listOf(
    textOf(40, "A word or two.")
      .min(1)
      .refine((tag) => !tag.includes(","), "must have no comma")
      .refine((tag) => tag.trim() === tag, "must have no space around it"),
    MOST_TAGS,
    "No commas in them.",
  ),
  insights: z.object({
    interests: listOf(insight, MOST_INSIGHTS, "What the customer wants."),
    concerns: listOf(insight, MOST_INSIGHTS, "What keeps the customer from it."),
    facts: listOf(insight, MOST_INSIGHTS, "What else is known of the customer."),
  }),
  closed: z.boolean().describe("Whether the customer agreed to buy in this call."),
};

const answers = (count: number) =>
  z
    .array(
      z.object({
        question: z.int().min(1).max(count).describe("The number of the question."),
        yes: z.boolean().describe("Whether the call shows a yes."),
        answer: textOf(1_000, "What shows it, in short.").nullable(),
      }),
    )
    .refine(
      (given) => new Set(given.map(({ question }) => question)).size === given.length,
      "must have each question once",
    )
    .describe(`One for each of the questions 1 to ${count}.`);

/** What is found in a call, or in a part of it. */
export const findingsOf = (questions: number) =>
  z.object({ ...base, answers: questions > 0 ? answers(questions) : z.null() });

export type Findings = z.infer<ReturnType<typeof findingsOf>>;

const known = (insights: Findings["insights"]): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(insights)
      .map(([name, list]) => [name, list.slice(0, MOST_INSIGHTS)] as const)
      .filter(([, list]) => list.length > 0),
  );

/** The analysis that says so. What lists have beyond their limits, which a model was told of, is left out. */
export const analysisOf = (
  findings: Findings,
  { userName, clientName }: Pick<Call, "userName" | "clientName">,
  process: Process | undefined,
): AnalysisInput => {
  const insights = known(findings.insights);
  return {
    summary: findings.summary,
    notes: findings.notes,
    coaching: findings.coaching?.trim() ? findings.coaching : null,
    actionItems: findings.actionItems.slice(0, MOST_ITEMS).map(({ text, side }) => ({
      kind: side === "client" ? "client" : "explicit",
      text,
      assignee: side === "client" ? clientName : userName,
      completed: false,
    })),
    tags: findings.tags.slice(0, MOST_TAGS),
    closed: findings.closed,
    ...(Object.keys(insights).length > 0 && { insights }),
    ...(process && {
      templateId: process.id,
      process: {
        answers: (findings.answers ?? []).map(({ question, yes, answer }) => ({
          questionId: process.questions[question - 1]!.id,
          yes,
          answer,
        })),
      },
    }),
  };
};
