import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { type Cell, downloadCsv } from "../../lib/csv.js";
import { formatLocalDay } from "../../lib/format.js";
import { href } from "../../lib/location.js";
import { formatDay } from "../../lib/range.js";
import { FEW } from "../../lib/week-figures.js";
import { Button, type Column, Section, Table } from "../index.js";
import { LineName } from "./line-name.js";
import { Lines } from "./lines.js";

/** The value of an interval. */
interface TimePoint {
  /** The instant at which the interval starts. */
  start: string;
  /** Undefined without a call. */
  value: number | undefined;
  text: string;
  /** It is an average of fewer than FEW calls. */
  isFew: boolean;
  /** The filters of the list of its calls; undefined if no list has exactly these. */
  calls: Record<string, string> | undefined;
}

interface TimeSeries {
  id: string;
  name: string;
  /** The class of its colour and dashes. */
  style: string;
  points: TimePoint[];
}

interface Row {
  place: number;
  /** The starts of the interval, without repetition: two periods start at different times. */
  starts: string[];
}

const buildRows = (series: readonly TimeSeries[]): Row[] =>
  Array.from({ length: Math.max(0, ...series.map(({ points }) => points.length)) }, (_, place) => ({
    place,
    starts: [...new Set(series.flatMap(({ points }) => points[place]?.start ?? []))],
  }));

const ValueCell = ({ name, point }: { name: string; point: TimePoint | undefined }) => {
  if (point?.value === undefined) return <>–</>;
  const text = <span class={point.isFew ? "muted" : undefined}>{point.text}</span>;
  if (!point.calls) return text;
  return (
    <a href={href("/recordings", {}, point.calls)}>
      {text}
      <span class="visually-hidden"> of {name}</span>
    </a>
  );
};

const buildColumn = ({ id, name, points }: TimeSeries): Column<Row> => ({
  id,
  title: name,
  isNumber: true,
  cell: ({ place }) => <ValueCell name={name} point={points[place]} />,
});

const buildCsvRows = (series: readonly TimeSeries[], rows: readonly Row[]): Cell[][] => [
  ["from", ...series.map(({ name }) => name)],
  ...rows.map(({ place, starts }) => [
    starts.map((start) => formatDay(new Date(start))).join(" / "),
    ...series.map(({ points }) => points[place]?.value ?? null),
  ]),
];

const Chart = ({
  title,
  series,
  end,
  formatValue,
  times,
  isBusy,
}: Pick<Props, "title" | "series" | "end" | "formatValue" | "times" | "isBusy">) => {
  const starts = series[0]?.points ?? [];
  const [first, last] = times ?? [
    starts[0] ? formatLocalDay(starts[0].start) : "",
    starts.length > 1 ? formatLocalDay(starts.at(-1)!.start) : "",
  ];
  return (
    <>
      <ul class="legend">
        {series.map(({ id, name, style }) => (
          <li key={id}>
            <LineName style={style} name={name} />
          </li>
        ))}
      </ul>
      {series.some(({ points }) => points.some(({ isFew }) => isFew)) && (
        <p class="muted small">Pale points are averages of fewer than {FEW} calls.</p>
      )}
      <Lines
        lines={series.map(({ id, name, style, points }) => ({
          id,
          style,
          values: points.map(({ start, value, text, isFew }) =>
            value === undefined
              ? undefined
              : { value, text: `${name}, ${formatLocalDay(start)}: ${text}`, isFew },
          ),
        }))}
        end={end}
        formatValue={formatValue}
        first={first}
        last={last}
        isBusy={isBusy}
        label={`${title}: ${series.map(({ name }) => name).join(", ")}. The button Numbers shows a table.`}
      />
    </>
  );
};

interface Props {
  title: string;
  series: TimeSeries[];
  /** The highest value of the chart. */
  end: number;
  formatValue: (value: number) => string;
  /** Names the first and the last interval, if their starts don't. */
  times?: [first: string, last: string];
  isBusy: boolean;
  /** The CSV file's name. */
  fileName: string;
  /** Controls above the chart. */
  children?: ComponentChildren;
}

/** A number over time: lines, or a table in which each number opens its calls. */
export const OverTime = ({ children, ...props }: Props) => {
  const { title, series, isBusy, fileName } = props;
  const [isTable, setTable] = useState(false);
  const rows = buildRows(series);
  const columns: Column<Row>[] = [
    {
      title: "From",
      isHeader: true,
      cell: ({ starts }) => starts.map(formatLocalDay).join(", "),
    },
    ...series.map(buildColumn),
  ];
  return (
    <Section
      title={title}
      actions={
        <div class="actions">
          <Button aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            Numbers
          </Button>
          <Button onClick={() => downloadCsv(fileName, buildCsvRows(series, rows))}>
            Download CSV
          </Button>
        </div>
      }
    >
      {children}
      {isTable ? (
        <Table
          caption={title}
          columns={columns}
          rows={rows}
          idOf={({ place }) => String(place)}
          isBusy={isBusy}
        />
      ) : (
        <Chart {...props} />
      )}
    </Section>
  );
};
