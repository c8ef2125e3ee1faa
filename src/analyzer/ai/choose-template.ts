import * as z from "zod";
import type { Call, AnalysisTemplate } from "../analyzer.js";
import type { AskModel } from "./chat.js";
import { chunkTranscript } from "./chunk-transcript.js";
import { buildDataMessage, buildSystemPrompt } from "./prompts.js";
import { computeTokenBudget } from "./token-budget.js";

const MAX_SHOWN_NAME_CHARACTERS = 300;

const TASK =
  "A team has several kinds of calls. Each kind has a template with the questions for such a call. State which template fits the call: its number, or null if none does.";

/** Lists the templates by number, with name and questions, each cut to `maxCharacters`. */
const formatTemplates = (templates: readonly AnalysisTemplate[], maxCharacters: number): string[] =>
  templates.map(({ name, questions }, index) => {
    const allQuestions = questions.map(({ question }) => question).join(" ");
    return `${index + 1}. ${name.slice(0, MAX_SHOWN_NAME_CHARACTERS)}: ${allQuestions}`.slice(
      0,
      maxCharacters,
    );
  });

/** Returns the template that fits the call. Calls the model only if there are several. */
export const chooseTemplate = async (
  { ask, contextTokens }: { ask: AskModel; contextTokens: number },
  { utterances, templates, userName, clientName }: Call,
  signal: AbortSignal,
): Promise<AnalysisTemplate | undefined> => {
  if (templates.length <= 1) return templates[0];
  // Leaves more than half of the context to the call.
  const maxCharacters = Math.max(80, Math.floor(contextTokens / templates.length));
  const system = buildSystemPrompt(
    `${TASK}\n\n${formatTemplates(templates, maxCharacters).join("\n")}`,
  );
  const lines = chunkTranscript(
    utterances,
    Math.max(200, computeTokenBudget(contextTokens, system)),
  )[0]!;
  const answerSchema = z.object({
    template: z.int().min(1).max(templates.length).nullable().describe("The number, or null."),
  });
  const data = { rep: userName, client: clientName, beginningOfTheCall: lines };
  const { template } = await ask(
    { name: "template", system, user: buildDataMessage(data), answerSchema },
    signal,
  );
  return template === null ? undefined : templates[template - 1];
};
