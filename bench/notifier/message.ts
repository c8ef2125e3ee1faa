import { randomUUID } from "node:crypto";

/** Concurrent posts, equal to the notifier's maximum. */
export const MAX_IN_FLIGHT = 64;

/** A typical webhook body: 1.3 KB. */
export const buildWebhookBody = (recordingId: string = randomUUID()): string =>
  JSON.stringify({
    event: "recording.processed",
    data: {
      recordingId,
      name: "x",
      notes: "n".repeat(600),
      summary: "s".repeat(250),
      actionItems: "a".repeat(200),
      meetingUrl: "https://app.example.com/r",
      processTotal: 3,
    },
  });

/** The figures of one sender, printed as its only line. */
export interface NotifierFigures {
  perSecond: number;
  /** User and system time of the sending process per event, in microseconds. */
  cpuUs: number;
}

export const buildFigures = (
  events: number,
  ms: number,
  cpu: NodeJS.CpuUsage,
): NotifierFigures => ({
  perSecond: Math.round((events / ms) * 1000),
  cpuUs: Math.round(((cpu.user + cpu.system) / events) * 10) / 10,
});

/** Quantiles of times, in milliseconds. */
export interface Quantiles {
  p50: number;
  p99: number;
  max: number;
}

export const computeQuantiles = (times: readonly number[]): Quantiles => {
  const sorted = times.toSorted((a, b) => a - b);
  const quantile = (part: number): number =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0) * 10) /
    10;
  return { p50: quantile(0.5), p99: quantile(0.99), max: quantile(1) };
};
