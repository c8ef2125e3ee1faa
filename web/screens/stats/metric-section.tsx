import { type Column, Section, Select, Table } from "../../parts/index.js";
import { Chart } from "./chart.js";
import type { Group } from "./group.js";
import {
  type MetricName,
  metricNames,
  metricOf,
  titleOf,
  textOf,
  tickOf,
  valueOf,
} from "./metrics.js";
import { axisEnd } from "./scale.js";

const options = Object.fromEntries(metricNames.map((name) => [name, metricOf(name).text]));

const endOf = (name: MetricName, values: number[]): number => {
  const { kind } = metricOf(name);
  if (kind === "score") return 100;
  if (kind === "ratio") return 1;
  const end = axisEnd(Math.max(0, ...values), kind === "time" || kind === "wait");
  return kind === "count" ? Math.max(2, end) : end;
};

/** One metric as a chart, beside its numbers. */
export const Metric = ({
  name,
  groups,
  everybody,
  by,
  busy,
  choose,
}: {
  name: MetricName;
  groups: Group[];
  everybody: Group;
  by: string;
  busy: boolean;
  choose: (name: string) => void;
}) => {
  const { text, about, unit, over } = metricOf(name);
  const bars = groups.map(({ id, name: group, figures }) => {
    const value = valueOf(figures, name);
    return { id, name: group, value: value ?? 0, text: textOf(value, name) };
  });
  const columns: Column<Group>[] = [
    { title: by, head: true, cell: ({ name }) => name },
    {
      title: titleOf(name),
      number: true,
      cell: ({ figures }) => textOf(valueOf(figures, name), name),
    },
  ];
  return (
    <Section title={`${text} by ${by.toLowerCase()}`}>
      <div class="metric-choice">
        <Select
          label="Metric"
          options={options}
          value={name}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
        <p class="muted small">
          {about}. <code>{name}</code> in the API, in <code>{unit}</code>
          {over && ", an average"}.
        </p>
      </div>
      <div class="charted">
        <Chart
          what={`${text} by ${by.toLowerCase()}`}
          bars={bars}
          end={endOf(
            name,
            bars.map(({ value }) => value),
          )}
          tick={(value) => tickOf(value, name)}
        />
        <Table
          caption={`${text} by ${by.toLowerCase()}, highest first`}
          columns={columns}
          rows={[...groups, everybody]}
          idOf={({ id }) => id}
          busy={busy}
        />
      </div>
    </Section>
  );
};
