import { createParser } from "eventsource-parser";
import * as z from "zod";
import { parseLenientJson } from "../../../graph/core/lenient-json.js";
import type { ModelResponse } from "../../base/model-server/request-from-model.js";
import { ModelError } from "../../base/model-server/model-error.js";

/** A model's answer. */
export interface Completion {
  text: string;
  /** True if the model refused to answer. */
  isRefused: boolean;
  /** True if the answer was cut off at the token limit. */
  isTruncated: boolean;
}

/** A text, or a list of parts with texts. */
const contentSchema = z
  .union([
    z.string(),
    z
      .array(z.object({ text: z.string().nullish().catch(null) }))
      .transform((parts) => parts.map(({ text }) => text ?? "").join("")),
  ])
  .nullish();

const reasonSchema = z.string().nullish().catch(null);

const completionSchema = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: contentSchema, refusal: contentSchema }),
        finish_reason: reasonSchema,
      }),
    )
    .min(1),
});

const chunkSchema = z.object({
  choices: z.array(
    z.object({
      delta: z.object({ content: contentSchema, refusal: contentSchema }).nullish(),
      finish_reason: reasonSchema,
    }),
  ),
});

const malformedAnswer = (message: string): ModelError =>
  new ModelError("The chat server returned an invalid response", message, {
    maxRetries: 2,
  });

const parseJson = (text: string): unknown => {
  try {
    return parseLenientJson(text);
  } catch {
    throw malformedAnswer(`invalid JSON: ${text.slice(0, 200)}`);
  }
};

const buildCompletion = (
  content: string,
  refusal: string,
  reason: string | null | undefined,
): Completion => ({
  text: content,
  isRefused: refusal !== "" || reason === "content_filter",
  isTruncated: reason === "length",
});

const parseEventStream = (text: string): Completion => {
  let content = "";
  let refusal = "";
  let reason: string | null | undefined;
  let isEnded = false;
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data === "[DONE]") {
        isEnded = true;
        return;
      }
      const read = chunkSchema.safeParse(parseJson(data));
      // Some servers send { error: … } in the middle of an answer.
      if (!read.success) throw malformedAnswer(`an unexpected event: ${data.slice(0, 200)}`);
      const [choice] = read.data.choices;
      content += choice?.delta?.content ?? "";
      refusal += choice?.delta?.refusal ?? "";
      reason ??= choice?.finish_reason;
    },
  });
  parser.feed(text);
  if (!isEnded && typeof reason !== "string")
    throw new ModelError("The chat server ended its response too early", "no end of stream");
  return buildCompletion(content, refusal, reason);
};

/** Parses a response of /chat/completions, whole or as an event stream. @throws ModelError */
export const parseCompletion = ({ contentType, text }: ModelResponse): Completion => {
  if (contentType === "text/event-stream") return parseEventStream(text);
  const read = completionSchema.safeParse(parseJson(text));
  if (!read.success) throw malformedAnswer(z.prettifyError(read.error));
  const { message, finish_reason: reason } = read.data.choices[0]!;
  return buildCompletion(message.content ?? "", message.refusal ?? "", reason);
};
