import { randomUUID } from "node:crypto";

/** How many posts are under way at once: as many as the notifier has at most. */
export const UNDER_WAY = 64;

/** A body as webhooks have it: 1.3 KB. */
export const bodyOf = (recordingId: string = randomUUID()): string =>
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

/** What one side of the comparison did: this line is all that it prints. */
export interface Figures {
  perSecond: number;
  /** Of the process that sends, for each event: user and system time. */
  cpuUs: number;
}

export const figuresOf = (events: number, ms: number, cpu: NodeJS.CpuUsage): Figures => ({
  perSecond: Math.round((events / ms) * 1000),
  cpuUs: Math.round(((cpu.user + cpu.system) / events) * 10) / 10,
});

/** Of times in milliseconds. */
export interface Quantiles {
  p50: number;
  p99: number;
  most: number;
}

export const quantilesOf = (times: readonly number[]): Quantiles => {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number): number =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0) * 10) /
    10;
  return { p50: at(0.5), p99: at(0.99), most: at(1) };
};
