import { readFileSync } from "node:fs";

// Figures of processes from /proc. Linux only.

const CLOCK_TICK_MS = 10;

/** Lists the child processes of a process. */
export const listChildren = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);

/** Returns the CPU time of a process so far, in milliseconds. */
export const readCpuMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS;
};

/** Returns the most memory that a process has used. */
export const readPeakMib = (pid: number): number =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1024);
