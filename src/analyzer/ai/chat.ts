import * as z from "zod";
import type { AiSettings } from "../../ai-settings.js";
import { again, type AgainParts } from "./again.js";
import { objectIn, type Said, said } from "./answer.js";
import { type Limits, post } from "./exchange.js";
import { jsonSchemaOf } from "./schema.js";
import { BadAnswer, Trouble } from "./trouble.js";

const LIMITS: Limits = { totalMs: 20 * 60_000, idleMs: 5 * 60_000, bytes: 4 * 1024 * 1024 };
/** How often a model is told what is wrong with its answer. */
const REPAIRS = 2;
/** Of an answer and of what is wrong with it, when it is sent back. */
const SENT_BACK = 2_000;

/** What a model is asked. */
export interface Question<T> {
  /** A word for it, which servers want for a schema. */
  name: string;
  /** What to do, by us. */
  system: string;
  /** What to do it with, by others. */
  user: string;
  answer: z.ZodType<T>;
}

/** Asks the model. @throws BadAnswer, Hopeless */
export type Ask = <T>(question: Question<T>, signal: AbortSignal) => Promise<T>;

interface Message {
  role: "system" | "user" | "assistant";
  content: string;
}

/** What a server is asked to keep the answer to, the strictest first. */
const formats: ((name: string, schema: object) => object)[] = [
  (name, schema) => ({
    response_format: { type: "json_schema", json_schema: { name, strict: true, schema } },
  }),
  () => ({ response_format: { type: "json_object" } }),
  () => ({}),
];

const read = <T>(answer: z.ZodType<T>, { text, short }: Said): { value: T } | { wrong: string } => {
  if (short) return { wrong: "It was cut off, since it was too long. Be much shorter." };
  let object: unknown;
  try {
    object = objectIn(text);
  } catch (error) {
    return { wrong: `It is no JSON object: ${(error as Error).message}` };
  }
  const checked = answer.safeParse(object);
  return checked.success ? { value: checked.data } : { wrong: z.prettifyError(checked.error) };
};

/** The chat model of the settings. It remembers which kind of answer the server can be asked for. */
export const createChat = (
  { url, key, chatModel: model, limits = LIMITS }: AiSettings & { limits?: Limits | undefined },
  parts: AgainParts,
): Ask => {
  const to = { what: "The chat server", url: `${url}/chat/completions`, key, limits };
  let strictest = 0;

  const complete = async (
    { name, schema, messages }: { name: string; schema: object; messages: Message[] },
    signal: AbortSignal,
  ): Promise<Said> => {
    for (let tried = strictest; ; tried += 1) {
      const body = { model, messages, stream: true, ...formats[tried]!(name, schema) };
      try {
        const answer = await again(parts, signal, async () => {
          try {
            return said(await post(to, { json: body }, signal));
          } catch (error) {
            // Some servers know no schemas, and say so in many ways.
            const status = error instanceof Trouble ? error.more.status : undefined;
            if ((status === 400 || status === 422) && tried + 1 < formats.length) return undefined;
            throw error;
          }
        });
        if (answer === undefined) continue;
        strictest = tried;
        return answer;
      } finally {
        signal.throwIfAborted();
      }
    }
  };

  return async ({ name, system, user, answer }, signal) => {
    const schema = jsonSchemaOf(answer);
    // Whoever is not kept to the schema has to be told of it.
    const asked = `${system}\n\nThe JSON Schema of your answer:\n${JSON.stringify(schema)}`;
    const first: Message[] = [
      { role: "system", content: asked },
      { role: "user", content: user },
    ];
    let messages = first;
    for (let repairs = 0; ; repairs += 1) {
      const answered = await complete({ name, schema, messages }, signal);
      if (answered.refused) throw new BadAnswer("The model refuses to analyse this call");
      const found = read(answer, answered);
      if ("value" in found) return found.value;
      if (repairs === REPAIRS)
        throw new BadAnswer("The model's answers could not be used, though it was told why", {
          cause: new Error(`${found.wrong}\n${answered.text.slice(0, SENT_BACK)}`),
        });
      parts.log.warn({ wrong: found.wrong.slice(0, SENT_BACK) }, "a model is asked once more");
      messages = [
        ...first,
        { role: "assistant", content: answered.text.slice(0, SENT_BACK) || "(nothing)" },
        {
          role: "user",
          content: `Your answer cannot be used. ${found.wrong.slice(0, SENT_BACK)}\nAnswer once more, with the whole JSON object and nothing else.`,
        },
      ];
    }
  };
};
