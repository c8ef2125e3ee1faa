import { type MetricName, metricOf } from "./metrics.js";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

const TIME_STEPS_MS = [
  ...[1, 2, 4, 10, 20, 40].map((seconds) => seconds * SECOND_MS),
  ...[1, 2, 4, 10, 20, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 4, 6, 10, 20, 40].map((hours) => hours * HOUR_MS),
];

/** Returns a round end for an axis from 0 to at least `max`; half of it is round too. Times are in ms. */
export const computeAxisEnd = (max: number, isTime = false): number => {
  const timeEnd = isTime && TIME_STEPS_MS.find((value) => value >= max);
  if (timeEnd) return timeEnd;
  if (max <= 0) return 2;
  const unit = isTime ? HOUR_MS : 1;
  const power = 10 ** Math.floor(Math.log10(max / unit));
  return [1, 2, 4, 6, 8, 10].map((step) => step * power * unit).find((end) => end >= max)!;
};

/** Returns the end of a metric's axis. */
export const computeMetricEnd = (name: MetricName, values: number[]): number => {
  const { kind } = metricOf(name);
  if (kind === "score") return 100;
  if (kind === "ratio") return 1;
  const end = computeAxisEnd(Math.max(0, ...values), kind === "time" || kind === "wait");
  return kind === "count" ? Math.max(2, end) : end;
};
