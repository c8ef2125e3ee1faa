import type { ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";

/** Linux counts CPU time in hundredths of a second, for all programs (USER_HZ). */
const TICK_MS = 10;

/** Returns the CPU time of a process in milliseconds; 0 if the platform has no /proc. */
const readCpuMs = async (pid: number): Promise<number> => {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The second field is the program's name in parentheses; it may have spaces.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
};

/**
 * Kills a process that from now on uses more CPU time than the limit, until the signal aborts. Returns whether it did.
 */
export const limitCpu = async (
  child: ChildProcess,
  { maxCpuMs, pollMs }: { maxCpuMs: number; pollMs: number },
  signal: AbortSignal,
): Promise<boolean> => {
  const start = child.pid === undefined ? 0 : await readCpuMs(child.pid);
  while (!signal.aborted && child.pid !== undefined) {
    if ((await readCpuMs(child.pid)) - start > maxCpuMs) return child.kill("SIGKILL");
    await setTimeout(pollMs, undefined, { signal, ref: false }).catch(() => {});
  }
  return false;
};
