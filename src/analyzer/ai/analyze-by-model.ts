import type { AnalysisInput } from "../../../graph/analysis/inputs.js";
import { type Call, UnanalyzableError, type AnalysisTemplate } from "../analyzer.js";
import type { AskModel } from "./chat.js";
import {
  toAnalysisInput,
  type Findings,
  buildFindingsSchema,
  DROPPABLE_FIELDS,
  formatQuestions,
  mergeFindings,
} from "./findings.js";
import { type TranscriptLine, chunkTranscript, estimateTokens } from "./chunk-transcript.js";
import { buildDataMessage, DEFAULT_PROMPT, buildSystemPrompt } from "./prompts.js";
import { toJsonSchema } from "./json-schema.js";
import { computeTokenBudget } from "./token-budget.js";

/** The maximum number of parts of a call. The model reads each part in one request. */
const MAX_CHUNKS = 24;

const buildQuestionTask = ({ questions }: AnalysisTemplate): string =>
  `Answer these questions in "answers", by number:\n${formatQuestions(questions)}`;

const buildTask = (template: AnalysisTemplate | undefined): string =>
  [
    template?.prompt ?? DEFAULT_PROMPT,
    template && template.questions.length > 0 ? buildQuestionTask(template) : `"answers" is null.`,
  ].join("\n\n");

const CHUNK_INSTRUCTION =
  "The call is too long to be read at once. This is one part of several: be brief.";
const MERGE_INSTRUCTION =
  "The call was too long to be read at once. The data has the findings of its parts, in order. Combine them into one answer for the whole call. Do not repeat anything. Where findings contradict each other, the later one counts.";

/** Analyses a call with a model, in parts if it is too long. @throws UnanalyzableError */
export const analyzeByModel = async (
  { ask, contextTokens }: { ask: AskModel; contextTokens: number },
  call: Call,
  template: AnalysisTemplate | undefined,
  signal: AbortSignal,
): Promise<AnalysisInput> => {
  const answerSchema = buildFindingsSchema(template?.questions ?? []);
  const task = buildTask(template);
  const askForFindings = async (system: string, data: object): Promise<Findings> =>
    ask(
      {
        name: "analysis",
        system: buildSystemPrompt(system),
        user: buildDataMessage(data),
        answerSchema,
        droppable: DROPPABLE_FIELDS,
      },
      signal,
    );

  const people = { rep: call.userName, client: call.clientName };
  const fixedParts = [
    buildSystemPrompt(`${task}\n\n${MERGE_INSTRUCTION}`),
    JSON.stringify(toJsonSchema(answerSchema)),
    buildDataMessage(people),
  ];
  const budget = computeTokenBudget(contextTokens, fixedParts.join(""));
  if (budget < contextTokens / 8)
    throw new UnanalyzableError(
      template
        ? `The prompt and the questions of the template "${template.name}" are too long for DEBRIEF_AI_CONTEXT_TOKENS`
        : "DEBRIEF_AI_CONTEXT_TOKENS is too low",
    );
  const parts = chunkTranscript(call.utterances, budget);
  if (parts.length > MAX_CHUNKS)
    throw new UnanalyzableError(
      `The call is too long: it has ${parts.length} parts of DEBRIEF_AI_CONTEXT_TOKENS; the maximum is ${MAX_CHUNKS}`,
    );
  const found: Findings[] = [];
  for (const [index, lines] of parts.entries()) {
    const isWhole = parts.length === 1;
    const data: { transcript: TranscriptLine[] } = { ...people, transcript: lines };
    found.push(
      isWhole
        ? await askForFindings(task, data)
        : await askForFindings(`${task}\n\n${CHUNK_INSTRUCTION}`, {
            part: index + 1,
            of: parts.length,
            ...data,
          }),
    );
  }
  const [only] = found;
  if (found.length === 1) return toAnalysisInput(only!, call, template);
  const data = { ...people, parts: found };
  const merged =
    estimateTokens(JSON.stringify(data)) <= budget
      ? await askForFindings(`${task}\n\n${MERGE_INSTRUCTION}`, data)
      : mergeFindings(found, template?.questions ?? []);
  return toAnalysisInput(merged, call, template);
};
