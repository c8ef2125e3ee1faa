import { Button, Section } from "../../parts/index.js";
import { type Cell, downloadCsv } from "../../lib/csv.js";
import {
  countCalls,
  type FigureName,
  figureTexts,
  formatFigure,
  isOverFew,
} from "../../lib/figure-texts.js";
import { formatCount, formatPercent } from "../../lib/format.js";
import { href } from "../../lib/location.js";
import {
  computeFigures,
  computeShare,
  FEW,
  type HabitCounts,
  sumHabits,
} from "../../lib/week-figures.js";
import { SideName } from "./over-time.js";
import type { Kind, Side } from "./sides.js";

const FIGURES = Object.keys(figureTexts) as FigureName[];

interface ComparedSide extends Side {
  figures: ReturnType<typeof computeFigures>;
  habits: ReadonlyMap<string, HabitCounts>;
}

const computeSide = (side: Side): ComparedSide => ({
  ...side,
  figures: computeFigures(side.parts),
  habits: new Map(sumHabits(side.parts).map((habit) => [habit.questionId, habit])),
});

const FigureCell = ({ side, name }: { side: ComparedSide; name: FigureName }) => {
  const text = figureTexts[name];
  const count = countCalls(text, side.figures);
  return (
    <td role="cell" class="number" data-title={side.name}>
      <div>
        <a href={href("/recordings", {}, side.calls)}>
          <strong class={isOverFew(text, side.figures) ? "muted" : undefined}>
            {formatFigure(text, side.figures)}
          </strong>
          <span class="visually-hidden"> of {side.name}</span>
        </a>
        {count !== undefined && (
          <span class="muted second-line">
            {isOverFew(text, side.figures) ? "too few: " : ""}
            {formatCount(count, "call")}
          </span>
        )}
      </div>
    </td>
  );
};

const HabitCell = ({ side, questionId }: { side: ComparedSide; questionId: string }) => {
  const habit = side.habits.get(questionId);
  return (
    <td role="cell" class="number" data-title={side.name}>
      {habit ? (
        <div>
          <a href={href("/recordings", {}, { ...side.calls, questionId })}>
            <strong class={habit.totalCount < FEW ? "muted" : undefined}>
              {formatPercent(computeShare(habit))}
            </strong>
            <span class="visually-hidden"> of {side.name}</span>
          </a>
          <span class="muted second-line">
            {habit.yesCount} of {habit.totalCount}
          </span>
        </div>
      ) : (
        "–"
      )}
    </td>
  );
};

const buildCsvRows = (sides: readonly ComparedSide[], questions: HabitCounts[]): Cell[][] => [
  ["", ...sides.map(({ name }) => name)],
  ...FIGURES.map((name) => [
    figureTexts[name].name,
    ...sides.map(({ figures }) => figureTexts[name].valueOf(figures) ?? null),
  ]),
  ...questions.map(({ questionId, question }) => [
    question,
    ...sides.map(({ habits }) => {
      const habit = habits.get(questionId);
      return habit ? computeShare(habit) : null;
    }),
  ]),
];

/** The figures of each side in a column. A figure's name selects it for the chart; a number opens its calls. */
export const SideTable = ({
  kind,
  sides,
  figure,
  isBusy,
  fileName,
  onFigureChange,
}: {
  kind: Kind;
  sides: readonly Side[];
  figure: FigureName;
  isBusy: boolean;
  fileName: string;
  onFigureChange: (figure: FigureName) => void;
}) => {
  const compared = sides.map(computeSide);
  const questions = sumHabits(sides.flatMap(({ parts }) => parts));
  return (
    <Section
      title="Side by side"
      actions={
        <Button onClick={() => downloadCsv(fileName, buildCsvRows(compared, questions))}>
          Download CSV
        </Button>
      }
    >
      <div
        class="matrix"
        role="region"
        aria-label="Side by side, scrolls horizontally"
        tabIndex={0}
      >
        <table role="table" aria-busy={isBusy}>
          <caption class="visually-hidden">Figures, side by side</caption>
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col">
                Figure
              </th>
              {compared.map((side) => (
                <th key={side.id} role="columnheader" scope="col" class="number">
                  <SideName kind={kind} side={side} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {FIGURES.map((name) => (
              <tr key={name} role="row">
                <th role="rowheader" scope="row">
                  <Button
                    kind="quiet"
                    aria-pressed={name === figure}
                    onClick={() => onFigureChange(name)}
                  >
                    {figureTexts[name].name}
                  </Button>
                </th>
                {compared.map((side) => (
                  <FigureCell key={side.id} side={side} name={name} />
                ))}
              </tr>
            ))}
            {questions.map(({ questionId, question }) => (
              <tr key={questionId} role="row">
                <th role="rowheader" scope="row">
                  {question}
                </th>
                {compared.map((side) => (
                  <HabitCell key={side.id} side={side} questionId={questionId} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
};
