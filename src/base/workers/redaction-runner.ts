import { SHARE_LIMITS } from "../../../db/engine/share-limits.js";
import { RedactionBudgetError, type RunRedaction } from "../../../graph/core/redaction-port.js";
import { performRedaction } from "../../../graph/redaction/perform-redaction.js";
import type { RedactionReply, RedactionRequest } from "./redaction-worker.js";
import { ThreadLimitError, ThreadPool } from "./thread-pool.js";

/** The budget for one request. A one-hour call takes 0.1 s, and 2 s with the largest patterns. */
const MAX_CPU_MS = 10_000;
/** Only stops a search that never ends: a low-priority thread may wait long for a core. */
const TIMEOUT_MS = 10 * 60_000;
const MAX_HEAP_MIB = 256;

/** Texts of this length take a few milliseconds at most, less than starting a thread. */
const MAX_CHARACTERS_HERE = 1_000;

/** Returns whether the values' texts exceed the limit in total. */
const hasMoreCharacters = (values: unknown, limit: number): boolean => {
  let characters = 0;
  const count = (value: unknown): boolean => {
    if (typeof value === "string") return (characters += value.length) > limit;
    if (typeof value !== "object" || value === null) return false;
    return Object.entries(value).some(([name, item]) => count(name) || count(item));
  };
  return count(values);
};

/** Creates the redaction of small texts on this thread, and of all others on worker threads. */
export const createRedactionRunner = (maxCpuMs = MAX_CPU_MS): RunRedaction => {
  const pool = new ThreadPool<RedactionRequest, RedactionReply>({
    script: new URL("./redaction-worker.js", import.meta.url),
    limits: SHARE_LIMITS.redactions,
    maxHeapMib: MAX_HEAP_MIB,
    timeoutMs: TIMEOUT_MS,
  });
  return async (organizationId, settings, work, signal) => {
    // The time of a custom pattern can grow with the square of the text's length.
    if (settings.patterns.length === 0 && !hasMoreCharacters(work, MAX_CHARACTERS_HERE))
      return performRedaction(settings, work, () => {});
    const reply = await pool
      .run(organizationId, { settings, work, maxCpuMs }, signal)
      .catch((error: unknown) => {
        throw error instanceof ThreadLimitError ? new RedactionBudgetError(error.message) : error;
      });
    if ("error" in reply) throw reply.error;
    if ("isOverBudget" in reply) throw new RedactionBudgetError();
    return reply.result;
  };
};
