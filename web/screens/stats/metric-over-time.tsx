import { useState } from "preact/hooks";
import { Select } from "../../parts/index.js";
import { OverTime } from "../../parts/charts/over-time.js";
import { createPlaces } from "../../lib/create-places.js";
import type { FigureTargets } from "../../lib/find-targets.js";
import { href } from "../../lib/location.js";
import { type DayRange, type Interval, listIntervalDays } from "../../lib/range.js";
import { computeMetricEnd } from "./axis-end.js";
import { listIntervalTexts } from "./intervals.js";
import {
  formatMetric,
  findCalls,
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
  /** Undefined until they are loaded. */
  intervals: readonly IntervalFragment[] | undefined;
  /** The filters of the list of its calls; undefined if no list has exactly these. */
  calls: Record<string, string> | undefined;
}

export interface MetricOverTimeProps {
  name: MetricName;
  range: DayRange;
  interval: Interval;
  isBusy: boolean;
  targets: FigureTargets | undefined;
  /** The part that CSV file names have in common. */
  fileSuffix: string;
  onChange: (changes: { metric?: string; interval?: string }) => void;
}

/** Builds a group's line over the intervals that start at these instants. */
const buildSeries = (
  { id, name: group, intervals, calls }: DividedGroup,
  starts: readonly string[],
  { name, range, interval }: MetricOverTimeProps,
) => {
  const days = listIntervalDays(starts, range, interval);
  const byStart = new Map(intervals?.map((figures) => [figures.start, figures]));
  const filter = calls && findCalls(name);
  return {
    id,
    name: group,
    points: starts.map((start, index) => {
      const figures = byStart.get(start);
      // Without bounds, a group's intervals begin with its first recording and end with its last.
      const none = intervals && metricOf(name).over === undefined ? 0 : null;
      const value = figures ? resolveValue(figures, name) : none;
      const { from, to } = days[index]!;
      return {
        days: days[index]!,
        value: value ?? undefined,
        text: formatMetric(value, name),
        isFew: figures !== undefined && isOverTooFew(figures, name),
        calls: filter && { ...calls, ...filter, from, to },
      };
    }),
  };
};

/** A metric of all users over time, and of the groups if they are few. The first group has all intervals. */
export const MetricOverTime = ({
  groups,
  kind,
  ...props
}: MetricOverTimeProps & {
  groups: readonly DividedGroup[];
  /** What Compare can compare of the same calls, if there are too many groups for the chart. */
  kind: "reps" | "teams" | undefined;
}) => {
  const { name, range, interval, isBusy, targets, fileSuffix, onChange } = props;
  const { text, about, unit, over, figure } = metricOf(name);
  const target = figure && targets?.[figure];
  const [assignPlaces] = useState(createPlaces);
  const places = assignPlaces(groups.map(({ id }) => id));
  const starts = groups[0]?.intervals?.map(({ start }) => start) ?? [];
  const series = groups.map((group) => ({
    ...buildSeries(group, starts, props),
    style: `series-${places.get(group.id)! + 1}`,
  }));
  const values = series.flatMap(({ points }) => points.flatMap(({ value }) => value ?? []));
  if (target !== undefined) values.push(target);
  return (
    <OverTime
      title={`${text} over time`}
      series={series}
      end={computeMetricEnd(name, values)}
      formatValue={(value) => formatTick(value, name)}
      target={target}
      counted={over === "totalReviews" ? "reviews" : "calls"}
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
