import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { type Cell, downloadCsv } from "../../lib/csv.js";
import { dayStart } from "../../lib/day-bounds.js";
import { formatLocalDay, formatPeriod } from "../../lib/format.js";
import { href } from "../../lib/location.js";
import { addDaysToToday, type IntervalDays } from "../../lib/range.js";
import { FEW } from "../../lib/week-figures.js";
import { Button, type Column, Section, Table } from "../index.js";
import { LineName } from "./line-name.js";
import { Lines } from "./lines.js";

/** The value of an interval. */
interface TimePoint {
  days: IntervalDays;
  /** Undefined without a call. */
  value: number | undefined;
  text: string;
  /** It is an average of fewer than FEW. */
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
  /** The days of the interval, without repetition: two periods have different days. */
  days: IntervalDays[];
}

/** Leaves out the zeros of days to come: they aren't yet days without a call. */
const withoutFuture = (series: TimeSeries): TimeSeries => ({
  ...series,
  points: series.points.map((point) =>
    point.value === 0 && point.days.from > addDaysToToday(0)
      ? { ...point, value: undefined }
      : point,
  ),
});

/** Formats the first day of an interval, and the last if the period cuts it. */
const formatInterval = ({ from, to, isCut }: IntervalDays): string => {
  if (!isCut) return formatLocalDay(dayStart(from));
  return from === to
    ? `${formatLocalDay(dayStart(from))} only`
    : formatPeriod(dayStart(from), dayStart(to));
};

const buildRows = (series: readonly TimeSeries[]): Row[] =>
  Array.from({ length: Math.max(0, ...series.map(({ points }) => points.length)) }, (_, place) => ({
    place,
    days: [
      ...new Map(
        series.flatMap(({ points }) => points[place]?.days ?? []).map((days) => [days.from, days]),
      ).values(),
    ],
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
  ["from", "to", ...series.map(({ name }) => name)],
  ...rows.map(({ place, days }) => [
    days.map(({ from }) => from).join(" / "),
    days.map(({ to }) => to).join(" / "),
    ...series.map(({ points }) => points[place]?.value ?? null),
  ]),
];

const Chart = ({
  title,
  series,
  end,
  formatValue,
  target,
  times,
  counted = "calls",
  isBusy,
}: Omit<Props, "fileName" | "children">) => {
  const points = series[0]?.points ?? [];
  const [first, last] = times ?? [
    points[0] ? formatInterval(points[0].days) : "",
    points.length > 1 ? formatInterval(points.at(-1)!.days) : "",
  ];
  const legend: Pick<TimeSeries, "id" | "name" | "style">[] = [
    ...series,
    ...(target === undefined
      ? []
      : [{ id: "target", name: `Target: ${formatValue(target)}`, style: "target" }]),
  ];
  return (
    <>
      <ul class="legend">
        {legend.map(({ id, name, style }) => (
          <li key={id}>
            <LineName style={style} name={name} />
          </li>
        ))}
      </ul>
      {series.some(({ points }) => points.some(({ isFew }) => isFew)) && (
        <p class="muted small">
          Pale points are averages of fewer than {FEW} {counted}.
        </p>
      )}
      <Lines
        lines={series.map(({ id, name, style, points }) => ({
          id,
          style,
          values: points.map(({ days, value, text, isFew }) =>
            value === undefined
              ? undefined
              : { value, text: `${name}, ${formatInterval(days)}: ${text}`, isFew },
          ),
        }))}
        end={end}
        formatValue={formatValue}
        target={target}
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
  /** What the number should reach. */
  target?: number | undefined;
  /** Names the first and the last interval, if their starts don't. */
  times?: [first: string, last: string];
  /** What an average is of: "reviews". */
  counted?: string;
  isBusy: boolean;
  /** The CSV file's name. */
  fileName: string;
  /** Controls above the chart. */
  children?: ComponentChildren;
}

/** A number over time: lines, or a table in which each number opens its calls. */
export const OverTime = ({ children, fileName, ...props }: Props) => {
  const { title, isBusy } = props;
  const series = props.series.map(withoutFuture);
  const [isTable, setTable] = useState(false);
  const rows = buildRows(series);
  const columns: Column<Row>[] = [
    {
      title: "From",
      isHeader: true,
      cell: ({ days }) => days.map(formatInterval).join(", "),
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
        <div class="numbers" role="region" aria-label="Numbers, scrolls horizontally" tabIndex={0}>
          <Table
            caption={title}
            columns={columns}
            rows={rows}
            idOf={({ place }) => String(place)}
            isBusy={isBusy}
          />
        </div>
      ) : (
        <Chart {...props} series={series} />
      )}
    </Section>
  );
};
