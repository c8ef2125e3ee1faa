import { SHARE_LIMITS } from "../../db/engine/share-limits.js";
import {
  ProcessEndError,
  ProcessPool,
  type ProcessPoolOptions,
} from "../base/workers/process-pool.js";
import type { MeaningReply, MeaningRequest } from "./meaning-process.js";

/** The most sentences of one request: 1.3 s of CPU time. Between two requests, organizations take turns. */
const REQUEST_SENTENCES = 128;
const MAX_HEAP_MIB = 192;
const MAX_RESIDENT_BYTES = 450 * 1024 ** 2;
const TIMEOUT_MS = 5 * 60_000;
/** A start takes half a second. */
const IDLE_MS = 60_000;

/** Computes what sentences mean. */
export interface Meaning {
  /** Names whose vectors they are: only those of the same space can be compared. Empty for debrief's own model. */
  space: string;
  /**
   * Returns a vector of length 1 for each sentence, in order: the more similar two meanings are, the larger is the
   * product of their vectors, up to 1.
   * @throws ProcessEndError, ShareExceededError, the signal's reason
   */
  embed: (
    organizationId: string,
    sentences: readonly string[],
    signal?: AbortSignal,
  ) => Promise<Float32Array[]>;
}

/** Creates the model in a child process, which starts with the first sentence and ends after a minute without one. */
export const createMeaning = (limits: Partial<ProcessPoolOptions> = {}): Meaning => {
  const pool = new ProcessPool<MeaningRequest, MeaningReply>({
    script: new URL("./meaning-process.js", import.meta.url),
    limits: SHARE_LIMITS.meanings,
    heapMib: MAX_HEAP_MIB,
    maxResidentBytes: MAX_RESIDENT_BYTES,
    timeoutMs: TIMEOUT_MS,
    idleMs: IDLE_MS,
    ...limits,
  });
  const ask = async (
    organizationId: string,
    sentences: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<Float32Array[]> => {
    const reply = await pool.run(organizationId, { sentences }, signal);
    if ("error" in reply) throw new Error(reply.error);
    return reply.vectors;
  };
  return {
    space: "",
    embed: async (organizationId, sentences, signal) => {
      const vectors: Float32Array[] = [];
      for (let at = 0; at < sentences.length; at += REQUEST_SENTENCES) {
        const part = sentences.slice(at, at + REQUEST_SENTENCES);
        try {
          vectors.push(...(await ask(organizationId, part, signal)));
        } catch (error) {
          if (!(error instanceof ProcessEndError)) throw error;
          // Another process may have taken the machine's memory.
          vectors.push(...(await ask(organizationId, part, signal)));
        }
      }
      return vectors;
    },
  };
};
