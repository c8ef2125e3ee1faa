import { existsSync, readFileSync, statSync } from "node:fs";
import { type SoakSeries, quantile } from "./soak-series.js";

const LOG_MS = 100;
const SAMPLE_MS = 1_000;
/** How many times answers are looked at together. */
const SAMPLES = 40;

/** Whether a process's memory can be seen here. */
export const canWatch = (): boolean => existsSync("/proc/self/status");

const readMemoryBytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))![1]) * 1024;

/** Looks at a server until it is stopped, and is told how many milliseconds each of its answers took. */
export const watchServer = (
  { pid, file, backlog }: { pid: number; file: string; backlog: () => number },
  seconds: number,
) => {
  const course: SoakSeries = { memory: [], backlog: [], medianMs: [], slowest: [], log: 0 };
  let took: number[] = [];
  let answers = 0;
  const summarise = (): void => {
    if (took.length === 0) return;
    course.medianMs.push(quantile(took, 0.5));
    course.slowest.push(quantile(took, 0.99));
    took = [];
  };
  const timers = [
    setInterval(() => {
      course.memory.push(readMemoryBytes(pid));
      course.backlog.push(backlog());
    }, SAMPLE_MS),
    setInterval(summarise, Math.max(SAMPLE_MS, (seconds * 1000) / SAMPLES)),
    setInterval(() => {
      const size = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
      course.log = Math.max(course.log, size);
    }, LOG_MS),
  ];
  return {
    course,
    answered: (ms: number): void => {
      took.push(ms);
      answers += 1;
    },
    answers: () => answers,
    stop: () => {
      for (const timer of timers) clearInterval(timer);
      summarise();
    },
  };
};
