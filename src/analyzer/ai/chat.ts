import * as z from "zod";
import type { ModelSettings } from "../../config/config.js";
import { retry, type RetryOptions } from "./retry.js";
import { extractJsonObject, type Completion, parseCompletion } from "./completion.js";
import { type RequestLimits, postToModel } from "./post-to-model.js";
import { toJsonSchema } from "./json-schema.js";
import { InvalidAnswerError, ModelError } from "./model-errors.js";

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
}

/** Asks the model. @throws InvalidAnswerError, UnanalyzableError */
export type AskModel = <T>(question: ModelQuestion<T>, signal: AbortSignal) => Promise<T>;

interface Message {
  role: "system" | "user" | "assistant";
  content: string;
}

/** Ways to request a format from a server, the strictest first. */
const responseFormats: ((name: string, schema: object) => object)[] = [
  (name, schema) => ({
    response_format: { type: "json_schema", json_schema: { name, strict: true, schema } },
  }),
  () => ({ response_format: { type: "json_object" } }),
  () => ({}),
];

const parseAnswer = <T>(
  answerSchema: z.ZodType<T>,
  { text, isTruncated }: Completion,
): { value: T } | { problem: string } => {
  if (isTruncated) return { problem: "It was too long and has been cut off. Be much shorter." };
  let object: unknown;
  try {
    object = extractJsonObject(text);
  } catch (error) {
    return { problem: `It is not a JSON object: ${(error as Error).message}` };
  }
  const { success, data, error } = answerSchema.safeParse(object);
  return success ? { value: data } : { problem: z.prettifyError(error) };
};

/** Creates a client of the chat model. It remembers the strictest format that the server supports. */
export const createChat = (
  {
    url,
    key,
    model,
    limits = DEFAULT_LIMITS,
  }: ModelSettings & { limits?: RequestLimits | undefined },
  parts: RetryOptions,
): AskModel => {
  const to = { what: "The chat server", url: `${url}/chat/completions`, key, limits };
  let firstFormat = 0;

  const complete = async (
    { name, schema, messages }: { name: string; schema: object; messages: Message[] },
    signal: AbortSignal,
  ): Promise<Completion> => {
    for (let format = firstFormat; ; format += 1) {
      const body = { model, messages, stream: true, ...responseFormats[format]!(name, schema) };
      try {
        const answer = await retry(parts, signal, async () => {
          try {
            return parseCompletion(await postToModel(to, { json: body }, signal));
          } catch (error) {
            // Servers without support for schemas report it with varying errors.
            const status = error instanceof ModelError ? error.details.status : undefined;
            if ((status === 400 || status === 422) && format + 1 < responseFormats.length)
              return undefined;
            throw error;
          }
        });
        if (answer === undefined) continue;
        firstFormat = format;
        return answer;
      } finally {
        signal.throwIfAborted();
      }
    }
  };

  return async ({ name, system, user, answerSchema }, signal) => {
    const schema = toJsonSchema(answerSchema);
    // Servers that ignore the format still need the schema.
    const instructions = `${system}\n\nThe JSON Schema of your answer:\n${JSON.stringify(schema)}`;
    const first: Message[] = [
      { role: "system", content: instructions },
      { role: "user", content: user },
    ];
    let messages = first;
    for (let repairs = 0; ; repairs += 1) {
      const answer = await complete({ name, schema, messages }, signal);
      if (answer.isRefused) throw new InvalidAnswerError("The model refuses to analyse this call");
      const parsed = parseAnswer(answerSchema, answer);
      if ("value" in parsed) return parsed.value;
      if (repairs === MAX_REPAIRS)
        throw new InvalidAnswerError("The model's answers stayed invalid after two corrections", {
          cause: new Error(`${parsed.problem}\n${answer.text.slice(0, MAX_QUOTED_CHARACTERS)}`),
        });
      parts.log.warn(
        { problem: parsed.problem.slice(0, MAX_QUOTED_CHARACTERS) },
        "a model's answer was invalid; asking again",
      );
      messages = [
        ...first,
        {
          role: "assistant",
          content: answer.text.slice(0, MAX_QUOTED_CHARACTERS) || "(nothing)",
        },
        {
          role: "user",
          content: `Your answer cannot be used. ${parsed.problem.slice(0, MAX_QUOTED_CHARACTERS)}\nAnswer again with the whole JSON object and nothing else.`,
        },
      ];
    }
  };
};
