import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { FairShares } from "../../../db/engine/fair-shares.js";
import { SHARE_LIMITS } from "../../../db/engine/share-limits.js";
import type { AnalysisInput } from "../../../graph/analysis/inputs.js";
import { startThread } from "../../workers/thread.js";
import { WarmPool } from "../../workers/warm-pool.js";
import { type Analyze, type Call, UnanalyzableError } from "../analyzer.js";

const TIMEOUT_MS = 60_000;
const MAX_HEAP_MIB = 256;

/** Analyses the call on the thread. Ends a thread whose analysis is aborted. */
const analyzeOnThread = async (
  thread: Worker,
  call: Call,
  stopping: AbortSignal,
): Promise<AnalysisInput> => {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const done = new AbortController();
  const signal = AbortSignal.any([stopping, timeout, done.signal]);
  const answered = once(thread, "message", { signal });
  const ended = once(thread, "exit", { signal }).then(() => {
    throw new UnanalyzableError("The analysis by rules took too much memory");
  });
  try {
    thread.postMessage(call);
    const [input] = (await Promise.race([answered, ended])) as [AnalysisInput];
    return input;
  } catch (error) {
    void thread.terminate();
    if (timeout.aborted) throw new UnanalyzableError("The analysis by rules took too long");
    throw error;
  } finally {
    done.abort();
    await Promise.allSettled([answered, ended]);
  }
};

/** Creates the analysis by rules on threads, which start with a call and end when there is none for a while. */
export const createRuleAnalysis = (): Analyze => {
  const shares = new FairShares(SHARE_LIMITS.ruleAnalyses);

  const start = (): Worker => {
    const thread = startThread("rules-worker.js", {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
    });
    // Its exit says the same.
    return thread.on("error", () => {}).once("exit", () => pool.forget(thread));
  };

  const pool: WarmPool<Worker> = new WarmPool({
    start,
    end: (thread) => void thread.terminate(),
  });

  return async (call, signal) =>
    shares.run(
      call.organizationId,
      async () => {
        const thread = pool.take();
        thread.ref();
        const input = await analyzeOnThread(thread, call, signal);
        thread.unref();
        pool.putBack(thread);
        return input;
      },
      signal,
    );
};
