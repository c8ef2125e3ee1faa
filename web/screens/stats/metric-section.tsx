import { type Column, Section, Table } from "../../parts/index.js";
import { Chart } from "./chart.js";
import type { StatsGroup } from "./stats-group.js";
import {
  type MetricName,
  metricOf,
  countAveraged,
  isOverTooFew,
  formatTitle,
  formatMetric,
  formatTick,
  resolveValue,
} from "./metrics.js";
import { computeMetricEnd } from "./axis-end.js";

/** One metric as a chart and a table. */
export const MetricSection = ({
  name,
  groups,
  total,
  by,
  isBusy,
}: {
  name: MetricName;
  groups: StatsGroup[];
  total: StatsGroup;
  by: string;
  isBusy: boolean;
}) => {
  const { text, over } = metricOf(name);
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
      <div class="chart-and-table">
        <Chart
          title={`${text} by ${by.toLowerCase()}`}
          bars={bars}
          end={computeMetricEnd(
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
