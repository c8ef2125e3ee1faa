import * as z from "zod";
import type { ChatSettings, Config, ModelSettings } from "../../base/config/config.js";
import { createLog } from "../../base/log/log.js";
import { UnanalyzableError } from "../analyzer.js";
import { type AnswerFormat, createChatRequests } from "./chat-requests.js";
import { toJsonSchema } from "./json-schema.js";
import { ModelError } from "../../base/model-server/model-error.js";
import {
  type ModelServer,
  type RequestLimits,
  requestFromModel,
} from "../../base/model-server/request-from-model.js";
import { requestEmbeddings } from "../../meaning/embedding-server.js";
import type { RetryOptions } from "../../base/model-server/retry.js";

/** How long the requests may take, in milliseconds. */
interface ProbeTimes {
  /** For a list of models, and a request without audio. */
  quickMs: number;
  /** For a small answer. */
  answerMs: number;
  /** For all requests to a server. */
  totalMs: number;
}

const MAX_BYTES = 1024 * 1024;
// A server may have to load the model before its first answer.
const DEFAULT_TIMES: ProbeTimes = { quickMs: 5_000, answerMs: 30_000, totalMs: 40_000 };
const MAX_SHOWN_MODELS = 5;
/** Room for a few words of reasoning. */
const MAX_ANSWER_TOKENS = 256;

const ANSWER_SCHEMA = toJsonSchema(z.object({ ready: z.boolean() }));
const ABILITIES: Record<AnswerFormat, string> = {
  json_schema: "answers in the shape of a JSON schema",
  json_object: "answers in JSON, without support for schemas",
  prompt: "answers, without support for JSON formats; a prompt describes the format",
};

const modelListSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

const singleTry: RetryOptions = {
  log: createLog("silent", { write: () => {} }),
  delaysMs: [],
  random: () => 0,
};

const toLimits = (ms: number): RequestLimits => ({
  totalMs: ms,
  idleMs: ms,
  maxBytes: MAX_BYTES,
});

/** Describes a failed request. Rethrows any other error. */
const describeFailure = (error: unknown, signal: AbortSignal): string => {
  if (error instanceof ModelError) return error.reason;
  if (error instanceof UnanalyzableError) return error.message;
  if (signal.aborted) return "the server did not respond in time";
  throw error;
};

/** Returns the names of a server's models; undefined if it has no list or doesn't respond. */
const listModels = async (
  server: ModelServer,
  url: string,
  signal: AbortSignal,
): Promise<string[] | undefined> => {
  try {
    const request = { url: `${url}/models`, payload: undefined };
    const { text } = await requestFromModel(server, request, signal);
    return modelListSchema.parse(JSON.parse(text)).data.map(({ id }) => id);
  } catch {
    // The next request reports why the server fails. Some servers have no model list.
    return undefined;
  }
};

/** A server's text must not control the terminal. */
const dropControls = (text: string): string => text.replaceAll(/\p{Cc}/gu, "");

const describeList = (models: string[] | undefined, model: string): string => {
  if (!models) return "; it has no list of models";
  if (models.includes(model)) return "";
  const shown = models.slice(0, MAX_SHOWN_MODELS).map(dropControls).join(", ");
  const more = models.length > MAX_SHOWN_MODELS ? ", …" : "";
  return `; its list of models lacks this one (${models.length === 0 ? "it is empty" : shown + more})`;
};

/** Returns what `answer` says, or why it failed, and whether the model is listed. */
const describeAnswer = async (
  model: string,
  models: Awaited<ReturnType<typeof listModels>>,
  answer: () => Promise<string>,
  signal: AbortSignal,
): Promise<string> => {
  try {
    return `${await answer()}${describeList(models, model)}`;
  } catch (error) {
    const list = models ? describeList(models, model) : "";
    return `not usable now: ${describeFailure(error, signal)}${list}`;
  }
};

const describeChat = async (
  { url, key, model }: ChatSettings,
  { quickMs, answerMs }: ProbeTimes,
  signal: AbortSignal,
): Promise<string> => {
  const server = { what: "The chat server", key, limits: toLimits(quickMs) };
  const models = await listModels(server, url, signal);
  const limits = toLimits(answerMs);
  const requestChat = createChatRequests({ url, key, model, limits }, singleTry);
  const request = {
    name: "readiness",
    schema: ANSWER_SCHEMA,
    limitedSchema: ANSWER_SCHEMA,
    messages: [{ role: "user", content: 'Answer with the JSON object {"ready": true}.' }] as const,
    maxTokens: MAX_ANSWER_TOKENS,
  };
  const answer = async (): Promise<string> => {
    const { format, isTruncated } = await requestChat(request, signal);
    const length = isTruncated
      ? `; a short answer took more than ${MAX_ANSWER_TOKENS} tokens, as of models that reason`
      : "";
    return `${ABILITIES[format]}${length}`;
  };
  return describeAnswer(model, models, answer, signal);
};

/** Statuses of a server that would accept a request with audio. */
const MISSES_AUDIO = new Set([400, 415, 422]);

const describeTranscription = async (
  { url, key, model }: ModelSettings,
  { quickMs }: ProbeTimes,
  signal: AbortSignal,
): Promise<string> => {
  const server = { what: "The transcription server", key, limits: toLimits(quickMs) };
  const models = await listModels(server, url, signal);
  // Without audio, the request costs nothing.
  const head = '--x\r\nContent-Disposition: form-data; name="model"\r\n\r\n';
  const body = new Blob([head, model, "\r\n--x--\r\n"]);
  const payload = { form: { contentType: "multipart/form-data; boundary=x", body } };
  try {
    await requestFromModel(server, { url: `${url}/audio/transcriptions`, payload }, signal);
  } catch (error) {
    const status = error instanceof ModelError ? error.details.status : undefined;
    if (status === undefined || !MISSES_AUDIO.has(status))
      return `not usable now: ${describeFailure(error, signal)}`;
  }
  return `accepts requests; not tested with audio${describeList(models, model)}`;
};

const describeEmbedding = async (
  { url, key, model }: ModelSettings,
  { quickMs, answerMs }: ProbeTimes,
  signal: AbortSignal,
): Promise<string> => {
  const server = { what: "The embedding server", key, limits: toLimits(quickMs) };
  const models = await listModels(server, url, signal);
  const answer = async (): Promise<string> => {
    const request = { url, key, model, limits: toLimits(answerMs) };
    const [vector] = await requestEmbeddings(request, ["Are you ready?"], signal);
    return `answers with ${vector!.length} numbers a sentence`;
  };
  return describeAnswer(model, models, answer, signal);
};

const describeModel = async (
  kind: string,
  { model, url }: ModelSettings,
  ability: Promise<string>,
): Promise<string> => `${kind} model ${model} at ${url}: ${await ability}`;

/**
 * Describes the state of each configured model server in one line. Sends no call data, and waits for at most 40
 * seconds.
 */
export const describeModelServers = async (
  { chat, transcription, embedding }: Pick<Config, "chat" | "transcription" | "embedding">,
  times: ProbeTimes = DEFAULT_TIMES,
): Promise<string[]> => {
  const signal = AbortSignal.timeout(times.totalMs);
  return Promise.all([
    ...(chat ? [describeModel("chat", chat, describeChat(chat, times, signal))] : []),
    ...(transcription
      ? [
          describeModel(
            "transcription",
            transcription,
            describeTranscription(transcription, times, signal),
          ),
        ]
      : []),
    ...(embedding
      ? [describeModel("embedding", embedding, describeEmbedding(embedding, times, signal))]
      : []),
  ]);
};
