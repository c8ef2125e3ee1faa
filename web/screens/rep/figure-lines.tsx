import { Section } from "../../parts/index.js";
import { Line } from "../../parts/charts/line.js";
import { type FigureName, figureTexts, formatFigure } from "../../lib/figure-texts.js";
import type { FigureTargets } from "../../lib/find-targets.js";
import { formatLocalDay } from "../../lib/format.js";
import type { Week } from "../../lib/use-weeks.js";
import { computeFigures } from "../../lib/week-figures.js";

const NAMES: FigureName[] = ["score", "talkRatio", "questions", "closeRate"];
const HEIGHT = 64;

/** Four figures, week by week. */
export const FigureLines = ({
  weeks,
  targets,
}: {
  weeks: Week[];
  targets: FigureTargets | undefined;
}) => {
  const figures = weeks.map((week) => computeFigures([week]));
  return (
    <Section title="Eight weeks">
      <div class="line-grid">
        {NAMES.map((name) => {
          const text = figureTexts[name];
          const values = figures.map(text.valueOf);
          const target = targets?.[name];
          const known = [...values, target].filter((value) => value !== undefined);
          return (
            <figure key={name}>
              <figcaption>{text.name}</figcaption>
              <Line
                values={values}
                texts={figures.map((week) => formatFigure(text, week))}
                end={text.end(known)}
                height={HEIGHT}
                label={`${text.name}, week by week`}
                target={target}
              />
              <p class="muted small">
                from {weeks[0] && formatLocalDay(weeks[0].start)} until this week
                {target !== undefined && `; dashed: the target, ${text.format(target)}`}
              </p>
            </figure>
          );
        })}
      </div>
    </Section>
  );
};
