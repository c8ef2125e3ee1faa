import { readdirSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

const PAGE_BYTES = 4096;
const MIB = 1024 * 1024;
const POLL_MS = 250;

/** Of a process: its resident memory in MiB, and how many files and sockets it has open. Linux only. */
export const readUsage = (pid: number): { mib: number; open: number } => ({
  mib: (Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * PAGE_BYTES) / MIB,
  open: readdirSync(`/proc/${pid}/fd`).length,
});

/** The processor time of a process, in milliseconds. Linux only. */
export const readCpuMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
};

/** The least of what it takes while nobody asks it anything: what is garbage is let go of by and by. */
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
