import type { ModelSettings } from "../../base/config/config.js";
import { type Completion, parseCompletion } from "./completion.js";
import { ModelError } from "../../base/model-server/model-error.js";
import { createRequestForms } from "./request-forms.js";
import {
  type RequestLimits,
  requestFromModel,
} from "../../base/model-server/request-from-model.js";
import type { RetryOptions } from "../../base/model-server/retry.js";
import { retryOrGiveUp } from "./retry.js";

export interface Message {
  role: "system" | "user" | "assistant";
  content: string;
}

/** A request for an answer in a given format. */
interface ChatRequest {
  /** The name of the answer's schema, which servers require. */
  name: string;
  /** The JSON Schema of the answer. */
  schema: object;
  /** The same schema with list limits, which some servers refuse. */
  limitedSchema: object;
  messages: readonly Message[];
  /** The longest answer. */
  maxTokens: number;
}

/** How a request describes the answer's format: by a schema, as any JSON object, or only in the prompt. */
export type AnswerFormat = "json_schema" | "json_object" | "prompt";

const ANSWER_FORMATS = ["json_schema", "json_object", "prompt"] as const;
/** OpenAI renamed the first one, and refuses it for newer models. Other servers accept only the first one. */
const TOKEN_LIMITS = ["max_tokens", "max_completion_tokens", undefined] as const;
const TOKEN_LIMIT_ERROR = /max_(completion_)?tokens/;
const LIST_LIMIT_ERROR = /maxItems/;

const formatOf = (
  format: AnswerFormat,
  hasListLimits: boolean,
  { name, schema, limitedSchema }: ChatRequest,
): object => {
  if (format === "prompt") return {};
  if (format === "json_object") return { response_format: { type: format } };
  const json_schema = { name, strict: true, schema: hasListLimits ? limitedSchema : schema };
  return { response_format: { type: format, json_schema } };
};

/** Sends a request, again if the server fails. @throws UnanalyzableError */
export type RequestChat = (
  request: ChatRequest,
  signal: AbortSignal,
) => Promise<Completion & { format: AnswerFormat }>;

/** Creates the requests to a chat model. Each falls back to a simpler form if the server refuses it or fails twice. */
export const createChatRequests = (
  { url, key, model, limits }: Omit<ModelSettings, "concurrency"> & { limits: RequestLimits },
  parts: RetryOptions,
): RequestChat => {
  const server = { what: "The chat server", key, limits };
  const beginFormats = createRequestForms<AnswerFormat>(ANSWER_FORMATS, parts.now);
  const beginListLimits = createRequestForms([true, false], parts.now);
  const beginTokenLimits = createRequestForms(TOKEN_LIMITS, parts.now);

  return async (request, signal) => {
    const { name, messages, maxTokens } = request;
    const formats = beginFormats(name);
    const listLimits = beginListLimits(name);
    const tokenLimits = beginTokenLimits(name);

    const send = async (): Promise<Completion & { format: AnswerFormat }> => {
      const { form: format } = formats;
      const json = {
        model,
        messages,
        stream: true,
        ...(tokenLimits.form && { [tokenLimits.form]: maxTokens }),
        ...formatOf(format, listLimits.form, request),
      };
      const payload = { json };
      const response = await requestFromModel(
        server,
        { url: `${url}/chat/completions`, payload },
        signal,
      );
      const completion = parseCompletion(response);
      for (const forms of [formats, listLimits, tokenLimits]) forms.onAccepted();
      return { ...completion, format };
    };

    const takeSimplerForm = ({ message }: ModelError): boolean => {
      if (TOKEN_LIMIT_ERROR.test(message) && tokenLimits.onRefused()) return true;
      if (LIST_LIMIT_ERROR.test(message) && listLimits.onRefused()) return true;
      return formats.onRefused();
    };

    return retryOrGiveUp(parts, signal, async () => {
      for (;;)
        try {
          return await send();
        } catch (error) {
          if (!(error instanceof ModelError)) throw error;
          const { status = 0 } = error.details;
          if (status >= 500) formats.onFailed();
          // Servers without support for schemas report it with varying errors.
          if (!((status === 400 || status === 422) && takeSimplerForm(error))) throw error;
        }
    });
  };
};
