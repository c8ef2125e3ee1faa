import { OverTime } from "../../parts/charts/over-time.js";
import { type FigureName, figureTexts, formatFigure, isOverFew } from "../../lib/figure-texts.js";
import { capitalize } from "../../lib/format.js";
import { chooseInterval, listIntervalDays } from "../../lib/range.js";
import { computeFigures } from "../../lib/week-figures.js";
import { chooseStyle } from "./group-styles.js";
import type { ComparedGroup, Kind } from "./groups.js";

/** A figure of each group over time. */
export const GroupOverTime = ({
  kind,
  groups,
  figure,
  isBusy,
  fileName,
}: {
  kind: Kind;
  groups: readonly ComparedGroup[];
  figure: FigureName;
  isBusy: boolean;
  fileName: string;
}) => {
  const text = figureTexts[figure];
  const series = groups.map(({ id, name, intervals, calls, period }, place) => {
    const days = listIntervalDays(
      intervals.map(({ start }) => start),
      period,
    );
    return {
      id,
      name,
      style: chooseStyle(kind, place),
      points: intervals.map(({ start, part }, index) => {
        const figures = computeFigures([part]);
        return {
          start,
          value: text.valueOf(figures),
          text: formatFigure(text, figures),
          isFew: isOverFew(text, figures),
          calls: { ...calls, ...days[index] },
        };
      }),
    };
  });
  const values = series.flatMap(({ points }) => points.flatMap(({ value }) => value ?? []));
  const count = Math.max(0, ...series.map(({ points }) => points.length));
  const interval = groups[0] && capitalize(chooseInterval(groups[0].period));
  return (
    <OverTime
      title={`${text.name} over time`}
      series={series}
      end={text.end(values)}
      formatValue={text.format}
      {...(kind === "periods" && { times: [`${interval} 1`, `${interval} ${count}`] })}
      isBusy={isBusy}
      fileName={fileName}
    />
  );
};
