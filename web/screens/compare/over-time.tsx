import { useState } from "preact/hooks";
import { Button, type Column, Person, Section, Table } from "../../parts/index.js";
import { Lines } from "../../parts/charts/lines.js";
import { type FigureName, figureTexts, formatFigure, isOverFew } from "../../lib/figure-texts.js";
import { formatLocalDay } from "../../lib/format.js";
import { computeFigures, FEW } from "../../lib/week-figures.js";
import { chooseColor } from "./colors.js";
import type { Kind, Side } from "./sides.js";

interface Row {
  place: number;
  /** When the interval starts, of each side; two periods start at different times. */
  starts: (string | undefined)[];
}

const buildRows = (sides: readonly Side[]): Row[] =>
  Array.from(
    { length: Math.max(0, ...sides.map(({ intervals }) => intervals.length)) },
    (_, place) => ({ place, starts: sides.map(({ intervals }) => intervals[place]?.start) }),
  );

const formatStart = ({ starts }: Row): string =>
  [...new Set(starts.flatMap((start) => (start === undefined ? [] : formatLocalDay(start))))].join(
    ", ",
  );

/** A name with its colour, as in the chart. */
export const SideName = ({ kind, side }: { kind: Kind; side: Pick<Side, "id" | "name"> }) =>
  kind === "periods" ? (
    <span class="person">
      <span class={`dot ${chooseColor(kind, side.id)}`} aria-hidden="true" />
      {side.name}
    </span>
  ) : (
    <Person id={side.id} name={side.name} />
  );

/** A figure of each side over time, as lines or as a table. */
export const OverTime = ({
  kind,
  sides,
  figure,
}: {
  kind: Kind;
  sides: readonly Side[];
  figure: FigureName;
}) => {
  const [isTable, setTable] = useState(false);
  const text = figureTexts[figure];
  const rows = buildRows(sides);
  const lines = sides.map((side) => ({
    id: side.id,
    color: chooseColor(kind, side.id),
    values: side.intervals.map(({ start, parts }) => {
      const figures = computeFigures(parts);
      const value = text.valueOf(figures);
      return value === undefined
        ? undefined
        : {
            value,
            text: `${side.name}, ${formatLocalDay(start)}: ${formatFigure(text, figures)}`,
            isFew: isOverFew(text, figures),
          };
    }),
  }));
  const values = lines.flatMap((line) => line.values.flatMap((each) => each?.value ?? []));
  const starts = sides.at(-1)?.intervals ?? [];
  const columns: Column<Row>[] = [
    { title: "From", isHeader: true, cell: formatStart },
    ...sides.map((side) => ({
      id: side.id,
      title: side.name,
      isNumber: true,
      cell: ({ place }: Row) => {
        const interval = side.intervals[place];
        return interval ? formatFigure(text, computeFigures(interval.parts)) : "–";
      },
    })),
  ];
  return (
    <Section
      title={`${text.name} over time`}
      actions={
        <Button aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          Numbers
        </Button>
      }
    >
      {isTable ? (
        <Table
          caption={`${text.name} over time`}
          columns={columns}
          rows={rows}
          idOf={({ place }) => String(place)}
        />
      ) : (
        <>
          <ul class="legend">
            {sides.map((side) => (
              <li key={side.id}>
                <SideName kind={kind} side={side} />
              </li>
            ))}
          </ul>
          <p class="muted small">Pale points are of fewer than {FEW} calls: they say little.</p>
          <Lines
            lines={lines}
            end={text.end(values)}
            formatValue={text.format}
            first={kind === "periods" || !starts[0] ? "" : formatLocalDay(starts[0].start)}
            last={kind === "periods" || !starts[0] ? "" : formatLocalDay(starts.at(-1)!.start)}
            label={`${text.name} of ${sides.map(({ name }) => name).join(", ")} over time. The button Numbers shows a table.`}
          />
        </>
      )}
    </Section>
  );
};
