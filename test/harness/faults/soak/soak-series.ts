/** Samples of a server over time, at equal intervals. */
export interface SoakSeries {
  /** Resident memory in bytes. */
  memory: number[];
  /** Recordings that a webhook hasn't received yet. */
  backlog: number[];
  /** Milliseconds: the median and the 99th percentile of the response times. */
  medianMs: number[];
  slowest: number[];
  /** The maximum size of SQLite's log in bytes. */
  log: number;
}

const MEBIBYTE = 1024 * 1024;
const MAX_LOG_BYTES = 64 * MEBIBYTE;

/**
 * How much the median of the last quarter may exceed that of quarter `than`: by a factor, plus an
 * absolute margin. Medians ignore bursts of other work on the machine.
 */
const MARGINS = {
  memory: { than: 2, share: 1.1, more: 16 * MEBIBYTE },
  backlog: { than: 2, share: 2, more: 100 },
  slowest: { than: 1, share: 2, more: 25 },
} as const;

const FIRST = 1;
const LAST = 4;

/** Returns the value below which this share of the values lies; 0 for an empty list. */
export const quantile = (values: readonly number[], factor: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * factor)] ?? 0;

const medianOfQuarter = (values: readonly number[], quarter: number): number =>
  quantile(
    values.slice((values.length * (quarter - 1)) / LAST, (values.length * quarter) / LAST),
    0.5,
  );

/** Returns what has grown too much. */
export const findGrowth = (series: SoakSeries): string[] => {
  const problems = Object.entries(MARGINS).flatMap(
    ([name, { than: baseline, share: factor, more: margin }]) => {
      const values = series[name as keyof typeof MARGINS];
      const [before, after] = [medianOfQuarter(values, baseline), medianOfQuarter(values, LAST)];
      return after > before * factor + margin
        ? [`${name} has grown from ${before} to ${after}`]
        : [];
    },
  );
  if (series.log > MAX_LOG_BYTES) problems.push(`the log of SQLite had ${series.log} bytes`);
  return problems;
};

const roundToTenth = (value: number): number => Math.round(value * 10) / 10;

/** Summarizes the samples for printing. */
export const summarizeSeries = ({ memory, backlog, medianMs, slowest, log }: SoakSeries) => {
  const step = Math.max(1, Math.floor(memory.length / 8));
  return {
    p50First: roundToTenth(medianOfQuarter(medianMs, FIRST)),
    p50Last: roundToTenth(medianOfQuarter(medianMs, LAST)),
    p99First: roundToTenth(medianOfQuarter(slowest, FIRST)),
    p99Last: roundToTenth(medianOfQuarter(slowest, LAST)),
    memoryMb: memory
      .filter((_, at) => at % step === 0)
      .map((bytes) => Math.round(bytes / MEBIBYTE))
      .join(" "),
    mostBacklog: Math.max(0, ...backlog),
    logMb: roundToTenth(log / MEBIBYTE),
  };
};
