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
import { LineName } from "../../parts/charts/line-name.js";
import type { ComparedGroup } from "./groups.js";

const FIGURES = Object.keys(figureTexts) as FigureName[];

interface GroupFigures extends ComparedGroup {
  figures: ReturnType<typeof computeFigures>;
  habits: ReadonlyMap<string, HabitCounts>;
}

const computeGroup = (group: ComparedGroup): GroupFigures => ({
  ...group,
  figures: computeFigures([group.counts]),
  habits: new Map(sumHabits([group.counts]).map((habit) => [habit.questionId, habit])),
});

const FigureCell = ({ group, name }: { group: GroupFigures; name: FigureName }) => {
  const text = figureTexts[name];
  const count = countCalls(text, group.figures);
  return (
    <td role="cell" class="number" data-title={group.name}>
      <div>
        <a href={href("/recordings", {}, group.calls)}>
          <strong class={isOverFew(text, group.figures) ? "muted" : undefined}>
            {formatFigure(text, group.figures)}
          </strong>
          <span class="visually-hidden"> of {group.name}</span>
        </a>
        {count !== undefined && (
          <span class="muted second-line">
            {isOverFew(text, group.figures) ? "too few: " : ""}
            {formatCount(count, "call")}
          </span>
        )}
      </div>
    </td>
  );
};

const HabitCell = ({ group, questionId }: { group: GroupFigures; questionId: string }) => {
  const habit = group.habits.get(questionId);
  return (
    <td role="cell" class="number" data-title={group.name}>
      {habit ? (
        <div>
          <a href={href("/recordings", {}, { ...group.calls, questionId })}>
            <strong class={habit.totalCount < FEW ? "muted" : undefined}>
              {formatPercent(computeShare(habit))}
            </strong>
            <span class="visually-hidden"> of {group.name}</span>
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

const buildCsvRows = (groups: readonly GroupFigures[], questions: HabitCounts[]): Cell[][] => [
  ["", ...groups.map(({ name }) => name)],
  ...FIGURES.map((name) => [
    figureTexts[name].name,
    ...groups.map(({ figures }) => figureTexts[name].valueOf(figures) ?? null),
  ]),
  ...questions.map(({ questionId, question }) => [
    question,
    ...groups.map(({ habits }) => {
      const habit = habits.get(questionId);
      return habit ? computeShare(habit) : null;
    }),
  ]),
];

/** The figures of each group in a column. A figure's name selects it for the chart; a number opens its calls. */
export const GroupTable = ({
  groups,
  figure,
  isBusy,
  fileName,
  onFigureChange,
}: {
  groups: readonly ComparedGroup[];
  figure: FigureName;
  isBusy: boolean;
  fileName: string;
  onFigureChange: (figure: FigureName) => void;
}) => {
  const compared = groups.map(computeGroup);
  const questions = sumHabits(groups.map(({ counts }) => counts));
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
              {compared.map((group) => (
                <th key={group.id} role="columnheader" scope="col" class="number">
                  <LineName style={group.style} name={group.name} />
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
                {compared.map((group) => (
                  <FigureCell key={group.id} group={group} name={name} />
                ))}
              </tr>
            ))}
            {questions.map(({ questionId, question }) => (
              <tr key={questionId} role="row">
                <th role="rowheader" scope="row">
                  {question}
                </th>
                {compared.map((group) => (
                  <HabitCell key={group.id} group={group} questionId={questionId} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
};
