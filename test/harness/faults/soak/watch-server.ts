import { existsSync, readFileSync, statSync } from "node:fs";
import { type SoakSeries, quantile } from "./soak-series.js";

const LOG_MS = 100;
const SAMPLE_MS = 1_000;
/** How many samples of the response times a run has. */
const SAMPLES = 40;

/** Whether this system shows a process's memory. */
export const canWatch = (): boolean => existsSync("/proc/self/status");

const readMemoryBytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))![1]) * 1024;

/**
 * Samples a server until stopped. `onResponse` receives the duration of each response in
 * milliseconds.
 */
export const watchServer = (
  { pid, file, backlog }: { pid: number; file: string; backlog: () => number },
  seconds: number,
) => {
  const series: SoakSeries = { memory: [], backlog: [], medianMs: [], slowest: [], log: 0 };
  let durations: number[] = [];
  let responseCount = 0;
  const summarizeDurations = (): void => {
    if (durations.length === 0) return;
    series.medianMs.push(quantile(durations, 0.5));
    series.slowest.push(quantile(durations, 0.99));
    durations = [];
  };
  const timers = [
    setInterval(() => {
      series.memory.push(readMemoryBytes(pid));
      series.backlog.push(backlog());
    }, SAMPLE_MS),
    setInterval(summarizeDurations, Math.max(SAMPLE_MS, (seconds * 1000) / SAMPLES)),
    setInterval(() => {
      const size = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
      series.log = Math.max(series.log, size);
    }, LOG_MS),
  ];
  return {
    series,
    onResponse: (ms: number): void => {
      durations.push(ms);
      responseCount += 1;
    },
    countResponses: () => responseCount,
    stop: () => {
      for (const timer of timers) clearInterval(timer);
      summarizeDurations();
    },
  };
};
