import { once } from "node:events";
import { startThread } from "../workers/thread.js";

const TIMEOUT_MS = 5_000;
const MAX_MEMORY_MIB = 128;

/**
 * Reads a file's playing time in milliseconds; null if the file doesn't contain it or is unreadable. Runs in a
 * worker thread with a time and memory limit, because the file may be hostile.
 */
export const readDuration = async (path: string): Promise<number | null> => {
  const worker = startThread("duration-worker.js", {
    workerData: { path },
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MIB },
  });
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const [duration] = (await Promise.race([
      once(worker, "message", { signal }),
      // An exit without a message: the memory limit.
      once(worker, "exit", { signal }).then(() => [null]),
    ])) as [number | null];
    return duration;
  } catch {
    return null;
  } finally {
    await worker.terminate();
  }
};
