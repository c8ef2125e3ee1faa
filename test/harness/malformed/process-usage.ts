import { readdirSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

const PAGE_BYTES = 4096;
const MIB = 1024 * 1024;
const POLL_MS = 250;

/**
 * Returns a process's resident memory in MiB and its number of open files and sockets. Linux only.
 */
export const readUsage = (pid: number): { mib: number; open: number } => ({
  mib: (Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * PAGE_BYTES) / MIB,
  open: readdirSync(`/proc/${pid}/fd`).length,
});

/** Returns a process's CPU time in milliseconds. Linux only. */
export const readCpuMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
};

/** Returns the minimum usage of an idle process, since it releases garbage slowly. */
export const readRestingUsage = async (
  pid: number,
  ms: number,
): Promise<{ mib: number; open: number }> => {
  let least = readUsage(pid);
  for (let passed = 0; passed < ms; passed += POLL_MS) {
    await setTimeout(POLL_MS);
    const { mib, open } = readUsage(pid);
    least = { mib: Math.min(least.mib, mib), open: Math.min(least.open, open) };
  }
  return least;
};
