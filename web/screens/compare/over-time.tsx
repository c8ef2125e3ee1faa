import { useState } from "preact/hooks";
import { Button, type Column, Person, Section, Table } from "../../parts/index.js";
import { Lines } from "../../parts/charts/lines.js";
import { type FigureName, figureTexts, formatFigure, isOverFew } from "../../lib/figure-texts.js";
import { formatLocalDay } from "../../lib/format.js";
import { computeFigures, FEW } from "../../lib/week-figures.js";
import { chooseColor } from "./colors.js";
import type { Kind, ComparedGroup } from "./groups.js";

interface Row {
  place: number;
  /** When the interval starts, of each group; two periods start at different times. */
  starts: (string | undefined)[];
}

const buildRows = (groups: readonly ComparedGroup[]): Row[] =>
  Array.from(
    { length: Math.max(0, ...groups.map(({ intervals }) => intervals.length)) },
    (_, place) => ({ place, starts: groups.map(({ intervals }) => intervals[place]?.start) }),
  );

const formatStart = ({ starts }: Row): string =>
  [...new Set(starts.flatMap((start) => (start === undefined ? [] : formatLocalDay(start))))].join(
    ", ",
  );

/** A name with its colour, as in the chart. */
export const GroupName = ({
  kind,
  group,
}: {
  kind: Kind;
  group: Pick<ComparedGroup, "id" | "name">;
}) =>
  kind === "periods" ? (
    <span class="person">
      <span class={`dot ${chooseColor(kind, group.id)}`} aria-hidden="true" />
      {group.name}
    </span>
  ) : (
    <Person id={group.id} name={group.name} />
  );

/** A figure of each group over time, as lines or as a table. */
export const OverTime = ({
  kind,
  groups,
  figure,
}: {
  kind: Kind;
  groups: readonly ComparedGroup[];
  figure: FigureName;
}) => {
  const [isTable, setTable] = useState(false);
  const text = figureTexts[figure];
  const rows = buildRows(groups);
  const lines = groups.map((group) => ({
    id: group.id,
    color: chooseColor(kind, group.id),
    values: group.intervals.map(({ start, parts }) => {
      const figures = computeFigures(parts);
      const value = text.valueOf(figures);
      return value === undefined
        ? undefined
        : {
            value,
            text: `${group.name}, ${formatLocalDay(start)}: ${formatFigure(text, figures)}`,
            isFew: isOverFew(text, figures),
          };
    }),
  }));
  const values = lines.flatMap((line) => line.values.flatMap((each) => each?.value ?? []));
  const starts = groups.at(-1)?.intervals ?? [];
  const columns: Column<Row>[] = [
    { title: "From", isHeader: true, cell: formatStart },
    ...groups.map((group) => ({
      id: group.id,
      title: group.name,
      isNumber: true,
      cell: ({ place }: Row) => {
        const interval = group.intervals[place];
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
            {groups.map((group) => (
              <li key={group.id}>
                <GroupName kind={kind} group={group} />
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
            label={`${text.name} of ${groups.map(({ name }) => name).join(", ")} over time. The button Numbers shows a table.`}
          />
        </>
      )}
    </Section>
  );
};
