import { SHARE_LIMITS } from "../../../db/engine/share-limits.js";
import type { AnalysisInput } from "../../../graph/analysis/inputs.js";
import { ThreadLimitError, ThreadPool } from "../../base/workers/thread-pool.js";
import { type Analyze, type Call, UnanalyzableError } from "../analyzer.js";

const TIMEOUT_MS = 60_000;
const MAX_HEAP_MIB = 256;

const LIMIT_REASONS = {
  memory: "The analysis by rules took too much memory",
  time: "The analysis by rules took too long",
};

/** Creates the rule-based analysis on worker threads. */
export const createRuleAnalysis = (): Analyze => {
  const pool = new ThreadPool<Call, AnalysisInput>({
    script: new URL("./rules-worker.js", import.meta.url),
    limits: SHARE_LIMITS.ruleAnalyses,
    maxHeapMib: MAX_HEAP_MIB,
    timeoutMs: TIMEOUT_MS,
  });
  return async (call, signal) => {
    try {
      return await pool.run(call.organizationId, call, signal);
    } catch (error) {
      throw error instanceof ThreadLimitError
        ? new UnanalyzableError(LIMIT_REASONS[error.limit])
        : error;
    }
  };
};
