import { once } from "node:events";
import { startThread } from "../thread.js";

const PATIENCE_MS = 5_000;
const MOST_MIB = 128;

/**
 * How long a file plays, in milliseconds; null where it does not say, or cannot be read. On a thread of its
 * own, which is ended when it takes too long or too much: whoever made the file may mean ill.
 */
export const durationOf = async (path: string): Promise<number | null> => {
  const worker = startThread("duration-worker.js", {
    workerData: { path },
    resourceLimits: { maxOldGenerationSizeMb: MOST_MIB },
  });
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    const [duration] = (await Promise.race([
      once(worker, "message", { signal }),
      // Without a message: it had too much.
      once(worker, "exit", { signal }).then(() => [null]),
    ])) as [number | null];
    return duration;
  } catch {
    return null;
  } finally {
    await worker.terminate();
  }
};
