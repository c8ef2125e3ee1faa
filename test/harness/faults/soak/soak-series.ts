/** What was seen of a server over time: each a list of what it was at equal steps. */
export interface SoakSeries {
  /** Bytes of memory that it had. */
  memory: number[];
  /** Recordings of which a webhook had not been told yet. */
  backlog: number[];
  /** Milliseconds of half of the answers, and of all but the slowest of a hundred. */
  medianMs: number[];
  slowest: number[];
  /** Bytes of SQLite's log, at most. */
  log: number;
}

const MEBIBYTE = 1024 * 1024;
const MAX_LOG_BYTES = 64 * MEBIBYTE;

/**
 * What the last quarter of the time may have more than an earlier one: a share, and so much in any case. The
 * median of each counts: other work on the machine does not look like growth.
 */
const MARGINS = {
  memory: { than: 2, share: 1.1, more: 16 * MEBIBYTE },
  backlog: { than: 2, share: 2, more: 100 },
  slowest: { than: 1, share: 2, more: 25 },
} as const;

const FIRST = 1;
const LAST = 4;

/** That of the values below which such a share of them is; 0 where there is none. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

const medianIn = (values: readonly number[], quarter: number): number =>
  quantile(
    values.slice((values.length * (quarter - 1)) / LAST, (values.length * quarter) / LAST),
    0.5,
  );

/** What has grown that must not. */
export const findGrowth = (course: SoakSeries): string[] => {
  const problems = Object.entries(MARGINS).flatMap(([name, { than, share, more }]) => {
    const values = course[name as keyof typeof MARGINS];
    const [before, after] = [medianIn(values, than), medianIn(values, LAST)];
    return after > before * share + more ? [`${name} has grown from ${before} to ${after}`] : [];
  });
  if (course.log > MAX_LOG_BYTES) problems.push(`the log of SQLite had ${course.log} bytes`);
  return problems;
};

const roundToTenth = (value: number): number => Math.round(value * 10) / 10;

/** The same as figures to print. */
export const summarizeSeries = ({ memory, backlog, medianMs, slowest, log }: SoakSeries) => {
  const step = Math.max(1, Math.floor(memory.length / 8));
  return {
    p50First: roundToTenth(medianIn(medianMs, FIRST)),
    p50Last: roundToTenth(medianIn(medianMs, LAST)),
    p99First: roundToTenth(medianIn(slowest, FIRST)),
    p99Last: roundToTenth(medianIn(slowest, LAST)),
    memoryMb: memory
      .filter((_, at) => at % step === 0)
      .map((bytes) => Math.round(bytes / MEBIBYTE))
      .join(" "),
    mostBacklog: Math.max(0, ...backlog),
    logMb: roundToTenth(log / MEBIBYTE),
  };
};
