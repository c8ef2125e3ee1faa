import * as z from "zod";
import type { ChatSettings } from "../../base/config/config.js";
import { type Message, createChatRequests } from "./chat-requests.js";
import { listJsonObjects } from "./answer-objects.js";
import type { Completion } from "./completion.js";
import { dropInvalidEntries } from "./drop-invalid-entries.js";
import { toJsonSchema } from "./json-schema.js";
import { InvalidAnswerError } from "./model-errors.js";
import type { RequestLimits } from "../../base/model-server/request-from-model.js";
import type { RetryOptions } from "../../base/model-server/retry.js";
import { computeAnswerTokens, computeExtendedAnswerTokens } from "./token-budget.js";

const DEFAULT_LIMITS: RequestLimits = {
  totalMs: 20 * 60_000,
  idleMs: 5 * 60_000,
  maxBytes: 4 * 1024 * 1024,
};
/** The maximum number of times that a model may correct its answer. */
const MAX_REPAIRS = 2;
/** The maximum length of an answer, and of its errors, that is sent back or logged. */
const MAX_QUOTED_CHARACTERS = 2_000;

/** A question to a model. */
interface ModelQuestion<T> {
  /** The name of the answer's schema, which servers require. */
  name: string;
  /** Instructions, written by debrief or the organization. */
  system: string;
  /** Data, which may contain anything that was said in a call. */
  user: string;
  answerSchema: z.ZodType<T>;
  /** The fields whose lists may lose invalid entries when the model can't correct them. */
  droppable?: readonly string[];
}

/** Sends the question to the model. @throws InvalidAnswerError, UnanalyzableError */
export type AskModel = <T>(question: ModelQuestion<T>, signal: AbortSignal) => Promise<T>;

type ParsedAnswer<T> =
  | { value: T; dropped?: number }
  | { problem: string; salvage?: () => ParsedAnswer<T> };

/** Describes why a text has no JSON object, without quoting it: it contains words of the call. */
const describeJsonError = (text: string): string => {
  const from = text.indexOf("{");
  const to = text.lastIndexOf("}");
  if (from < 0 || to < from) return "It contains no JSON object";
  try {
    JSON.parse(text.slice(from, to + 1));
  } catch (error) {
    return (error as Error).message.replace(/, (\.\.\.)?"[^]*$/, "");
  }
  return "It is cut off";
};

const parseAnswer = <T>(
  { answerSchema, droppable = [] }: Pick<ModelQuestion<T>, "answerSchema" | "droppable">,
  { text, isTruncated }: Completion,
): ParsedAnswer<T> => {
  // An object before one that is cut off is a draft.
  const objects = listJsonObjects(text).filter(
    ({ end }) => !isTruncated || !text.includes("{", end),
  );
  // The last valid object is the answer: the ones before it are part of the reasoning.
  for (const { value } of objects.toReversed()) {
    const { success, data } = answerSchema.safeParse(value);
    if (success) return { value: data };
  }
  const object = objects.at(-1)?.value;
  if (!object) return { problem: `It is not a JSON object: ${describeJsonError(text)}` };
  const error = answerSchema.safeParse(object).error!;
  const problem = z.prettifyError(error);
  const salvage = (): ParsedAnswer<T> => {
    const { object: rest, dropped } = dropInvalidEntries(object, error, droppable);
    const parsed = answerSchema.safeParse(rest);
    return parsed.success ? { value: parsed.data, dropped } : { problem };
  };
  return { problem, salvage };
};

const CUT_OFF = "It was too long and has been cut off. Be much shorter.";
const CUT_OFF_REASON =
  "The model's answers were cut off at their length limit, three times; the operator can raise DEBRIEF_AI_CONTEXT_TOKENS and the context of the model server";

const buildRepairMessages = ({ text }: Completion, problem: string): Message[] => [
  { role: "assistant", content: text.slice(0, MAX_QUOTED_CHARACTERS) || "(nothing)" },
  {
    role: "user",
    content: `Your answer cannot be used. ${problem.slice(0, MAX_QUOTED_CHARACTERS)}\nAnswer again with the whole JSON object and nothing else.`,
  },
];

/** Creates a client of the chat model. */
export const createChat = (
  {
    contextTokens,
    limits = DEFAULT_LIMITS,
    ...settings
  }: Omit<ChatSettings, "concurrency"> & { limits?: RequestLimits | undefined },
  parts: RetryOptions,
): AskModel => {
  const requestChat = createChatRequests({ ...settings, limits }, parts);

  return async (question, signal) => {
    const { name, system, user, answerSchema } = question;
    const schema = toJsonSchema(answerSchema);
    const limitedSchema = toJsonSchema(answerSchema, { keepsListLimits: true });
    // Servers that ignore the format still need the schema.
    const instructions = `${system}\n\nThe JSON Schema of your answer:\n${JSON.stringify(schema)}`;
    const first: Message[] = [
      { role: "system", content: instructions },
      { role: "user", content: user },
    ];
    let messages = first;
    let maxTokens = computeAnswerTokens(contextTokens);
    for (let repairs = 0; ; repairs += 1) {
      const request = { name, schema, limitedSchema, messages, maxTokens };
      const answer = await requestChat(request, signal);
      if (answer.isRefused) throw new InvalidAnswerError("The model refuses to analyse this call");
      let parsed = parseAnswer(question, answer);
      if (repairs === MAX_REPAIRS && "salvage" in parsed) parsed = parsed.salvage!();
      if ("value" in parsed) {
        const { value, dropped } = parsed;
        if (dropped) parts.log.warn({ dropped }, "dropped invalid entries of a model's answer");
        return value;
      }
      const { isTruncated } = answer;
      const problem = isTruncated ? CUT_OFF : parsed.problem.slice(0, MAX_QUOTED_CHARACTERS);
      if (repairs === MAX_REPAIRS)
        throw new InvalidAnswerError(
          isTruncated ? CUT_OFF_REASON : "The model's answers stayed invalid after two corrections",
          { cause: new Error(problem) },
        );
      parts.log.warn({ problem }, "a model's answer was invalid; asking again");
      messages = [...first, ...buildRepairMessages(answer, problem)];
      if (isTruncated) {
        const prompt = messages.map(({ content }) => content).join("");
        maxTokens = computeExtendedAnswerTokens(contextTokens, prompt);
      }
    }
  };
};
