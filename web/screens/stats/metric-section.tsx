import { type Column, Section, Select, Table } from "../../parts/index.js";
import { Chart } from "./chart.js";
import type { StatsGroup } from "./stats-group.js";
import {
  type MetricName,
  metricNames,
  metricOf,
  countAveraged,
  isOverTooFew,
  formatTitle,
  formatMetric,
  formatTick,
  resolveValue,
} from "./metrics.js";
import { computeAxisEnd } from "./axis-end.js";

const metricOptions = Object.fromEntries(metricNames.map((name) => [name, metricOf(name).text]));

const resolveAxisEnd = (name: MetricName, values: number[]): number => {
  const { kind } = metricOf(name);
  if (kind === "score") return 100;
  if (kind === "ratio") return 1;
  const end = computeAxisEnd(Math.max(0, ...values), kind === "time" || kind === "wait");
  return kind === "count" ? Math.max(2, end) : end;
};

/** One metric as a chart and a table. */
export const MetricSection = ({
  name,
  groups,
  total,
  by,
  isBusy,
  onMetricChange,
}: {
  name: MetricName;
  groups: StatsGroup[];
  total: StatsGroup;
  by: string;
  isBusy: boolean;
  onMetricChange: (name: string) => void;
}) => {
  const { text, about, unit, over } = metricOf(name);
  const bars = groups.map(({ id, name: group, figures }) => {
    const value = resolveValue(figures, name);
    return { id, name: group, value: value ?? 0, text: formatMetric(value, name) };
  });
  const columns: Column<StatsGroup>[] = [
    { title: by, isHeader: true, cell: ({ name }) => name },
    {
      title: formatTitle(name),
      isNumber: true,
      cell: ({ figures }) => formatMetric(resolveValue(figures, name), name),
    },
    ...(over
      ? [
          {
            title: over === "totalReviews" ? "Reviews" : "Recordings",
            isNumber: true,
            cell: ({ figures }: StatsGroup) =>
              `${countAveraged(figures, name)}${isOverTooFew(figures, name) ? " (too few)" : ""}`,
          },
        ]
      : []),
  ];
  return (
    <Section title={`${text} by ${by.toLowerCase()}`}>
      <div class="metric-choice">
        <Select
          label="Metric"
          options={metricOptions}
          value={name}
          onChange={({ currentTarget }) => onMetricChange(currentTarget.value)}
        />
        <p class="muted small">
          {about}
          {over && ", average"}. In the API: <code>{name}</code>, in <code>{unit}</code>.
        </p>
      </div>
      <div class="chart-and-table">
        <Chart
          title={`${text} by ${by.toLowerCase()}`}
          bars={bars}
          end={resolveAxisEnd(
            name,
            bars.map(({ value }) => value),
          )}
          formatTick={(value) => formatTick(value, name)}
        />
        <Table
          caption={`${text} by ${by.toLowerCase()}, highest first`}
          columns={columns}
          rows={[...groups, total]}
          idOf={({ id }) => id}
          isBusy={isBusy}
        />
      </div>
    </Section>
  );
};
