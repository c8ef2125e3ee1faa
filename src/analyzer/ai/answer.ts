import { createParser } from "eventsource-parser";
import * as z from "zod";
import type { Answer } from "./exchange.js";
import { Trouble } from "./trouble.js";

/** What a model said. */
export interface Said {
  text: string;
  /** It says that it will not. */
  refused: boolean;
  /** It had to end before it had said all. */
  short: boolean;
}

const whole = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.string().nullish(),
          refusal: z.string().nullish(),
        }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
});

const piece = z.object({
  choices: z.array(
    z.object({
      delta: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }).nullish(),
      finish_reason: z.string().nullish(),
    }),
  ),
});

const odd = (what: string): Trouble =>
  new Trouble("The chat server's answer is not of the kind that was asked for", what, { most: 2 });

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw odd(`no JSON: ${text.slice(0, 200)}`);
  }
};

const saidOf = (content: string, refusal: string, reason: string | null | undefined): Said => ({
  text: content,
  refused: refusal !== "" || reason === "content_filter",
  short: reason === "length",
});

const ofEvents = (text: string): Said => {
  let content = "";
  let refusal = "";
  let reason: string | null | undefined;
  let ended = false;
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data === "[DONE]") {
        ended = true;
        return;
      }
      const read = piece.safeParse(jsonOf(data));
      // Such as { error: … }, which some send in the middle of an answer.
      if (!read.success) throw odd(`an event of another kind: ${data.slice(0, 200)}`);
      const [choice] = read.data.choices;
      content += choice?.delta?.content ?? "";
      refusal += choice?.delta?.refusal ?? "";
      reason ??= choice?.finish_reason;
    },
  });
  parser.feed(text);
  if (!ended && typeof reason !== "string")
    throw new Trouble("The chat server broke off in the middle of its answer", "no end of stream");
  return saidOf(content, refusal, reason);
};

/** What is said in an answer of /chat/completions, whole or in events. @throws Trouble */
export const said = ({ type, text }: Answer): Said => {
  if (type === "text/event-stream") return ofEvents(text);
  const read = whole.safeParse(jsonOf(text));
  if (!read.success) throw odd(z.prettifyError(read.error));
  const { message, finish_reason: reason } = read.data.choices[0]!;
  return saidOf(message.content ?? "", message.refusal ?? "", reason);
};

/** Where reasoning is written into the answer itself, before what was asked for. */
const THINKING = /^\s*<think>[\s\S]*?<\/think>/;

/** The JSON object in what a model says; models like to put a fence around it, or a sentence before it. */
export const objectIn = (text: string): unknown => {
  const rest = text.replace(THINKING, "");
  const from = rest.indexOf("{");
  const to = rest.lastIndexOf("}");
  if (from < 0 || to < from) throw new SyntaxError("There is no JSON object in it");
  return JSON.parse(rest.slice(from, to + 1)) as unknown;
};
