import { Button, Section } from "../../parts/index.js";
import { type Cell, download } from "../../src/csv.js";
import type { Group } from "./group.js";
import { type MetricName, metricNames, metricOf, titleOf, textOf, valueOf } from "./metrics.js";

interface Props {
  by: string;
  groups: Group[];
  everybody: Group;
  /** By which the rows are sorted. */
  sorted: MetricName;
  choose: (name: string) => void;
  busy: boolean;
  /** Of the file. */
  fileName: string;
}

const rowsOf = ({ by, groups }: Pick<Props, "by" | "groups">): Cell[][] => [
  [by, "id", ...metricNames.map((name) => `${name} (${metricOf(name).unit})`)],
  ...groups.map(({ id, name, figures }) => [
    name,
    id,
    ...metricNames.map((metric) => valueOf(figures, metric)),
  ]),
];

const Head = ({
  name,
  sorted,
  choose,
}: { name: MetricName } & Pick<Props, "sorted" | "choose">) => (
  <th
    role="columnheader"
    scope="col"
    class="number"
    aria-sort={name === sorted ? "descending" : undefined}
  >
    <button type="button" onClick={() => choose(name)}>
      {titleOf(name)}
      <span aria-hidden="true">{name === sorted && " ↓"}</span>
    </button>
    <code>{name}</code>
  </th>
);

const Row = ({ of, class: className }: { of: Group; class?: string }) => (
  <tr role="row" class={className}>
    <th role="rowheader" scope="row">
      {of.name}
    </th>
    {metricNames.map((name) => (
      <td key={name} role="cell" class="number" data-title={titleOf(name)}>
        {textOf(valueOf(of.figures, name), name)}
      </td>
    ))}
  </tr>
);

/** All metrics of all groups. A column's title sorts by it, and is what the chart shows. */
export const AllMetrics = ({ by, groups, everybody, sorted, choose, busy, fileName }: Props) => (
  <Section
    title="All metrics"
    actions={
      <Button onClick={() => download(fileName, rowsOf({ by, groups }))}>Download CSV</Button>
    }
  >
    <div class="wide" role="region" aria-label="All metrics, scrolls sideways" tabIndex={0}>
      <table role="table" aria-busy={busy}>
        <caption class="unseen">All metrics by {by.toLowerCase()}</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              {by}
            </th>
            {metricNames.map((name) => (
              <Head key={name} name={name} sorted={sorted} choose={choose} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {groups.map((group) => (
            <Row key={group.id} of={group} />
          ))}
        </tbody>
        <tfoot role="rowgroup">
          <Row of={everybody} />
        </tfoot>
      </table>
    </div>
  </Section>
);
