import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { FairShares } from "../../db/engine/fair-shares.js";
import { SHARE_LIMITS } from "../../db/engine/share-limits.js";
import { limitCpu } from "../base/workers/limit-cpu.js";
import { limitMemory } from "../base/workers/limit-memory.js";
import { startProcess } from "../base/workers/process.js";
import { WarmPool } from "../base/workers/warm-pool.js";

/** Includes the start of the process. */
const MAX_CPU_MS = 5_000;
/** For platforms without CPU times. On a busy machine, the start alone can take many seconds. */
const TIMEOUT_MS = 60_000;
const MAX_HEAP_MIB = 48;
/** The process alone has about 65 MiB, and in the executable up to 150: pages of its file count. */
const MAX_RESIDENT_BYTES = 224 * 1024 ** 2;
const POLL_MS = 20;

/** Reads a file's playing time in milliseconds; null if the file doesn't contain it or is unreadable. */
export type ReadDuration = (organizationId: string, path: string) => Promise<number | null>;

/** Parses one file. Kills the process if it exceeds a limit. */
const parseFile = async (child: ChildProcess, path: string): Promise<number | null> => {
  const done = new AbortController();
  const signal = AbortSignal.any([done.signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const ended = once(child, "exit", { signal }).then(() => [null]);
  const answered = once(child, "message", { signal });
  void limitMemory(child, { maxResidentBytes: MAX_RESIDENT_BYTES, pollMs: POLL_MS }, signal);
  void limitCpu(child, { maxCpuMs: MAX_CPU_MS, pollMs: POLL_MS }, signal);
  try {
    child.send(path);
    const [duration] = (await Promise.race([answered, ended])) as [number | null];
    return duration;
  } catch {
    child.kill("SIGKILL");
    return null;
  } finally {
    done.abort();
    await Promise.allSettled([answered, ended]);
  }
};

const end = (child: ChildProcess): void => void child.kill("SIGKILL");

/**
 * Creates a reader that parses files in child processes, because a file may be hostile: a process has a time limit
 * for each file and a memory limit, and a file that exceeds one has no duration. A process starts with a file, and
 * ends when there is none for a while.
 * @throws ShareExceededError if too many files of the organization wait
 */
export const createDurationReader = (): ReadDuration => {
  const shares = new FairShares(SHARE_LIMITS.mediaParsing);
  const start = (): ChildProcess => {
    const child = startProcess(new URL("./duration-process.js", import.meta.url), {
      heapMib: MAX_HEAP_MIB,
    });
    const onServerExit = (): void => end(child);
    const forget = (): void => {
      pool.forget(child);
      process.off("exit", onServerExit);
    };
    process.once("exit", onServerExit);
    return child.once("exit", forget).once("error", forget);
  };

  const pool = new WarmPool({ start, end });

  return async (organizationId, path) =>
    shares.run(organizationId, async () => {
      const child = pool.take();
      child.ref();
      child.channel?.ref();
      const duration = await parseFile(child, path);
      if (!child.connected || child.killed) return duration;
      child.unref();
      child.channel?.unref();
      pool.putBack(child);
      return duration;
    });
};
