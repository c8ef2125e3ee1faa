import { Button, Section } from "../../parts/index.js";
import { type Cell, downloadCsv } from "../../lib/csv.js";
import type { StatsGroup } from "./stats-group.js";
import {
  type MetricName,
  metricNames,
  metricOf,
  isOverTooFew,
  formatTitle,
  formatMetric,
  resolveValue,
} from "./metrics.js";

interface Props {
  by: string;
  groups: StatsGroup[];
  total: StatsGroup;
  /** The metric that sorts the rows. */
  sortedBy: MetricName;
  onMetricChange: (name: string) => void;
  isBusy: boolean;
  /** The CSV file's name. */
  fileName: string;
}

const buildCsvRows = ({ by, groups }: Pick<Props, "by" | "groups">): Cell[][] => [
  [by, "id", ...metricNames.map((name) => `${name} (${metricOf(name).unit})`)],
  ...groups.map(({ id, name, figures }) => [
    name,
    id,
    ...metricNames.map((metric) => resolveValue(figures, metric)),
  ]),
];

const MetricHead = ({
  name,
  sortedBy,
  onMetricChange,
}: { name: MetricName } & Pick<Props, "sortedBy" | "onMetricChange">) => (
  <th
    role="columnheader"
    scope="col"
    class="number"
    aria-sort={name === sortedBy ? "descending" : undefined}
  >
    <button type="button" onClick={() => onMetricChange(name)}>
      {formatTitle(name)}
      <span aria-hidden="true">{name === sortedBy && " ↓"}</span>
    </button>
    <code>{name}</code>
  </th>
);

const GroupRow = ({ group, class: className }: { group: StatsGroup; class?: string }) => (
  <tr role="row" class={className}>
    <th role="rowheader" scope="row">
      {group.name}
    </th>
    {metricNames.map((name) => (
      <td
        key={name}
        role="cell"
        class={isOverTooFew(group.figures, name) ? "number muted" : "number"}
        data-title={formatTitle(name)}
      >
        {formatMetric(resolveValue(group.figures, name), name)}
        {isOverTooFew(group.figures, name) && <span class="visually-hidden"> (too few)</span>}
      </td>
    ))}
  </tr>
);

/** All metrics of all groups. A column's title selects the metric of the sort order and the chart. */
export const AllMetrics = ({
  by,
  groups,
  total,
  sortedBy,
  onMetricChange,
  isBusy,
  fileName,
}: Props) => (
  <Section
    title="All metrics"
    actions={
      <Button onClick={() => downloadCsv(fileName, buildCsvRows({ by, groups }))}>
        Download CSV
      </Button>
    }
  >
    <p class="muted small">Grey: an average over fewer than five, too few to compare people.</p>
    <div class="wide" role="region" aria-label="All metrics, scrolls horizontally" tabIndex={0}>
      <table role="table" aria-busy={isBusy}>
        <caption class="visually-hidden">All metrics by {by.toLowerCase()}</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              {by}
            </th>
            {metricNames.map((name) => (
              <MetricHead
                key={name}
                name={name}
                sortedBy={sortedBy}
                onMetricChange={onMetricChange}
              />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {groups.map((group) => (
            <GroupRow key={group.id} group={group} />
          ))}
        </tbody>
        <tfoot role="rowgroup">
          <GroupRow group={total} />
        </tfoot>
      </table>
    </div>
  </Section>
);
