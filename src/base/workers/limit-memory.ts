import type { ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";

const PAGE_BYTES = 4096;

/** Returns the resident bytes of a process; 0 if the platform has no /proc. */
const readResidentBytes = async (pid: number): Promise<number> => {
  const fields = await readFile(`/proc/${pid}/statm`, "utf8").catch(() => "");
  return Number(fields.split(" ")[1] ?? 0) * PAGE_BYTES;
};

/** Kills a process that uses more memory than the limit, until the signal aborts. Returns whether it did. */
export const limitMemory = async (
  child: ChildProcess,
  { maxResidentBytes, pollMs }: { maxResidentBytes: number; pollMs: number },
  signal: AbortSignal,
): Promise<boolean> => {
  while (!signal.aborted && child.pid !== undefined) {
    if ((await readResidentBytes(child.pid)) > maxResidentBytes) return child.kill("SIGKILL");
    await setTimeout(pollMs, undefined, { signal, ref: false }).catch(() => {});
  }
  return false;
};
