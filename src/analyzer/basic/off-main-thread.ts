import { SHARE_LIMITS } from "../../../db/engine/share-limits.js";
import type { Log } from "../../base/log/log.js";
import { ThreadLimitError, ThreadPool } from "../../base/workers/thread-pool.js";
import type { Meaning } from "../../meaning/meaning.js";
import { type Analyze, type Call, UnanalyzableError } from "../analyzer.js";
import type { Vectors } from "./moments.js";
import type { RulesReply, RulesRequest } from "./rules-worker.js";

const TIMEOUT_MS = 60_000;
const MAX_HEAP_MIB = 256;

const LIMIT_REASONS = {
  memory: "The analysis by rules took too much memory",
  time: "The analysis by rules took too long",
};

const NO_VECTORS: Vectors = new Map();

/** What the analysis by rules needs to understand meanings. */
export interface RuleAnalysisParts {
  meaning: Meaning;
  log: Log;
}

/** Creates the rule-based analysis on worker threads. Without `parts`, it compares words alone. */
export const createRuleAnalysis = (parts?: RuleAnalysisParts): Analyze => {
  const pool = new ThreadPool<RulesRequest, RulesReply>({
    script: new URL("./rules-worker.js", import.meta.url),
    limits: SHARE_LIMITS.ruleAnalyses,
    maxHeapMib: MAX_HEAP_MIB,
    timeoutMs: TIMEOUT_MS,
  });

  const ask = async (request: RulesRequest, signal: AbortSignal): Promise<RulesReply> => {
    try {
      return await pool.run(request.call.organizationId, request, signal);
    } catch (error) {
      throw error instanceof ThreadLimitError
        ? new UnanalyzableError(LIMIT_REASONS[error.limit])
        : error;
    }
  };

  const computeVectors = async (
    call: Call,
    { meaning, log }: RuleAnalysisParts,
    signal: AbortSignal,
  ): Promise<Vectors | "sayings"> => {
    // What was learned about concepts is about the vectors of our own model.
    if (meaning.space !== "") return "sayings";
    const reply = await ask({ call }, signal);
    const texts = "texts" in reply ? reply.texts : [];
    try {
      const vectors = await meaning.embed(call.organizationId, texts, signal);
      return new Map(texts.map((text, index) => [text, vectors[index]!]));
    } catch (error) {
      signal.throwIfAborted();
      // A machine on which the model doesn't run still has the other results.
      const { organizationId: organization } = call;
      log.warn({ err: error, organization }, "meanings could not be computed; words are compared");
      return NO_VECTORS;
    }
  };

  return async (call, signal) => {
    const vectors = parts ? await computeVectors(call, parts, signal) : NO_VECTORS;
    const reply = await ask({ call, vectors }, signal);
    if (!("analysis" in reply)) throw new Error("an analysis was answered with texts");
    return reply.analysis;
  };
};
