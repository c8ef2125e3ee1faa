import { Select } from "../../parts/index.js";
import { OverTime } from "../../parts/charts/over-time.js";
import { href } from "../../lib/location.js";
import { type DayRange, type Interval, listIntervalDays } from "../../lib/range.js";
import { computeMetricEnd } from "./axis-end.js";
import { listIntervalTexts } from "./intervals.js";
import {
  formatMetric,
  formatTick,
  isOverTooFew,
  type MetricName,
  metricNames,
  metricOf,
  resolveValue,
} from "./metrics.js";
import type { IntervalFragment } from "./stats.graphql.js";

const metricOptions = Object.fromEntries(metricNames.map((name) => [name, metricOf(name).text]));

/** Users or teams, or all users, over time. */
export interface DividedGroup {
  id: string;
  name: string;
  /** Empty until it is loaded. */
  intervals: IntervalFragment[];
  /** The filters of the list of its calls; undefined if no list has exactly these. */
  calls: Record<string, string> | undefined;
}

export interface MetricOverTimeProps {
  name: MetricName;
  range: DayRange;
  interval: Interval;
  isBusy: boolean;
  /** The part that CSV file names have in common. */
  fileSuffix: string;
  onChange: (changes: { metric?: string; interval?: string }) => void;
}

const buildSeries = (
  { id, name: group, intervals, calls }: DividedGroup,
  place: number,
  { name, range }: MetricOverTimeProps,
) => {
  const days = listIntervalDays(
    intervals.map(({ start }) => start),
    range,
  );
  return {
    id,
    name: group,
    style: `series-${place + 1}`,
    points: intervals.map((figures, index) => {
      const value = resolveValue(figures, name);
      return {
        start: figures.start,
        value: value ?? undefined,
        text: formatMetric(value, name),
        isFew: isOverTooFew(figures, name),
        calls: calls && { ...calls, ...days[index] },
      };
    }),
  };
};

/** A metric of all users over time, and of the groups if they are few. */
export const MetricOverTime = ({
  groups,
  kind,
  ...props
}: MetricOverTimeProps & {
  groups: readonly DividedGroup[];
  /** What Compare compares, if there are too many groups for the chart. */
  kind: "reps" | "teams" | undefined;
}) => {
  const { name, range, interval, isBusy, fileSuffix, onChange } = props;
  const { text, about, unit, over } = metricOf(name);
  const series = groups.map((group, place) => buildSeries(group, place, props));
  const values = series.flatMap(({ points }) => points.flatMap(({ value }) => value ?? []));
  return (
    <OverTime
      title={`${text} over time`}
      series={series}
      end={computeMetricEnd(name, values)}
      formatValue={(value) => formatTick(value, name)}
      isBusy={isBusy}
      fileName={`${name}-over-time-by-${interval}-${fileSuffix}.csv`}
    >
      <div class="metric-choice">
        <Select
          label="Metric"
          options={metricOptions}
          value={name}
          onChange={({ currentTarget }) => onChange({ metric: currentTarget.value })}
        />
        <Select
          label="Interval"
          options={listIntervalTexts(range)}
          value={interval}
          onChange={({ currentTarget }) => onChange({ interval: currentTarget.value })}
        />
        <p class="muted small">
          {about}
          {over && ", average"}. In the API: <code>{name}</code>, in <code>{unit}</code>.
          {kind && (
            <>
              {" "}
              <a href={href("/stats/compare", {}, { of: kind, from: range.from, to: range.to })}>
                Compare {kind} over time
              </a>
            </>
          )}
        </p>
      </div>
    </OverTime>
  );
};
