import { OverTime } from "../../parts/charts/over-time.js";
import { type FigureName, figureTexts, formatFigure, isOverFew } from "../../lib/figure-texts.js";
import { capitalize } from "../../lib/format.js";
import { type Interval, listIntervalDays } from "../../lib/range.js";
import { computeFigures } from "../../lib/week-figures.js";
import type { ComparedGroup, Kind } from "./groups.js";

/** A figure of each group over time. */
export const GroupOverTime = ({
  kind,
  groups,
  interval,
  figure,
  isBusy,
  fileName,
}: {
  kind: Kind;
  groups: readonly ComparedGroup[];
  interval: Interval;
  figure: FigureName;
  isBusy: boolean;
  fileName: string;
}) => {
  const text = figureTexts[figure];
  const series = groups.map(({ id, name, style, intervals, calls, period }) => {
    const days = listIntervalDays(
      intervals.map(({ start }) => start),
      period,
      interval,
    );
    return {
      id,
      name,
      style,
      points: intervals.map(({ part }, index) => {
        const { from, to } = days[index]!;
        const figures = computeFigures([part]);
        return {
          days: days[index]!,
          value: text.valueOf(figures),
          text: formatFigure(text, figures),
          isFew: isOverFew(text, figures),
          calls: { ...calls, from, to },
        };
      }),
    };
  });
  const values = series.flatMap(({ points }) => points.flatMap(({ value }) => value ?? []));
  const count = Math.max(0, ...series.map(({ points }) => points.length));
  const unit = capitalize(interval);
  return (
    <OverTime
      title={`${text.name} over time`}
      series={series}
      end={text.end(values)}
      formatValue={text.format}
      {...(kind === "periods" && { times: [`${unit} 1`, `${unit} ${count}`] })}
      isBusy={isBusy}
      fileName={fileName}
    />
  );
};
