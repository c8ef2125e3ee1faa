import { createHash } from "node:crypto";
import * as z from "zod";
import { FairShares } from "../../db/engine/fair-shares.js";
import { SHARE_LIMITS } from "../../db/engine/share-limits.js";
import type { ModelSettings } from "../base/config/config.js";
import type { Log } from "../base/log/log.js";
import { ModelError } from "../base/model-server/model-error.js";
import {
  type ModelServer,
  type RequestLimits,
  requestFromModel,
} from "../base/model-server/request-from-model.js";
import { retry } from "../base/model-server/retry.js";
import { foldVector } from "./fold-vector.js";
import type { Meaning } from "./meaning.js";

/** The most sentences of one request. Between two requests, organizations take turns. */
const REQUEST_SENTENCES = 64;
/** The rest of a longer sentence isn't read: servers refuse a text that exceeds the model's context. */
const MAX_CHARACTERS = 1_000;
/** A search waits for its answer; the search for trackers tries again by itself. */
const RETRY_DELAYS_MS = [1_000, 4_000];
/** 64 vectors of 4,096 numbers of 20 digits have 5 MB. */
const LIMITS: RequestLimits = { totalMs: 120_000, idleMs: 60_000, maxBytes: 32 * 1024 ** 2 };
const SPACE_DIGITS = 8;

const answerSchema = z.object({
  data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.number()).min(1) })),
});

const refuseAnswer = (message: string): never => {
  throw new ModelError("The embedding server's answer is invalid", message, { isFinal: true });
};

/** Returns the vectors in the order of the sentences. @throws ModelError if the answer isn't one vector for each */
const readAnswer = (text: string, count: number): number[][] => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return refuseAnswer("it is not JSON");
  }
  const answer = answerSchema.safeParse(json);
  if (!answer.success) return refuseAnswer(z.prettifyError(answer.error));
  const vectors: number[][] = [];
  for (const { index, embedding } of answer.data.data) vectors[index] = embedding;
  const length = vectors[0]?.length;
  const isComplete =
    vectors.length === count &&
    Array.from(vectors).every((vector) => vector !== undefined && vector.length === length);
  return isComplete ? vectors : refuseAnswer(`it has not ${count} vectors of one length`);
};

/** Names the vectors of a model: no others can be compared with them. */
const nameSpace = (model: string): string =>
  createHash("sha256").update(model).digest("hex").slice(0, SPACE_DIGITS);

/** Sends sentences to an OpenAI-compatible server once. @throws ModelError */
export const requestEmbeddings = async (
  { url, model, ...server }: Omit<ModelServer, "what"> & Pick<ModelSettings, "url" | "model">,
  sentences: readonly string[],
  signal: AbortSignal,
): Promise<number[][]> => {
  const input = sentences.map((text) => text.slice(0, MAX_CHARACTERS).trim() || ".");
  const { text } = await requestFromModel(
    { what: "The embedding server", ...server },
    { url: `${url}/embeddings`, payload: { json: { model, input, encoding_format: "float" } } },
    signal,
  );
  return readAnswer(text, sentences.length);
};

/** Creates the model on an OpenAI-compatible server. Its vectors are folded to the size of stored ones. */
export const createEmbeddingServer = (
  { concurrency, ...settings }: ModelSettings,
  { log, delaysMs = RETRY_DELAYS_MS }: { log: Log; delaysMs?: readonly number[] },
): Meaning => {
  const shares = new FairShares({ ...SHARE_LIMITS.meanings, places: concurrency });
  const server = { ...settings, limits: LIMITS };
  return {
    space: nameSpace(settings.model),
    embed: async (organizationId, sentences, signal = new AbortController().signal) => {
      const vectors: Float32Array[] = [];
      for (let at = 0; at < sentences.length; at += REQUEST_SENTENCES) {
        const part = sentences.slice(at, at + REQUEST_SENTENCES);
        const found = await retry({ log, delaysMs, random: Math.random }, signal, async () =>
          shares.run(organizationId, async () => requestEmbeddings(server, part, signal), signal),
        );
        vectors.push(...found.map(foldVector));
      }
      return vectors;
    },
  };
};
