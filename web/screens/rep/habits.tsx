import { type Column, Section, Table } from "../../parts/index.js";
import { Change } from "../../parts/charts/change.js";
import { formatCount, formatPercent } from "../../lib/format.js";
import { HABIT_WEEKS, hrefToAnswers } from "../../lib/habit-weeks.js";
import type { Week } from "../../lib/use-weeks.js";
import {
  FEW,
  computeShare,
  findFocus,
  type HabitCounts,
  sumHabits,
} from "../../lib/week-figures.js";

interface Habit extends HabitCounts {
  /** The four weeks before; undefined without enough answers. */
  before: HabitCounts | undefined;
}

const ChangeOf = ({ before, ...now }: Habit) => {
  if (!before || now.totalCount < FEW) return null;
  const by = Math.round(100 * (computeShare(now) - computeShare(before)));
  return (
    <Change
      by={by}
      text={formatCount(Math.abs(by), "point")}
      isGood={by > 0}
      since="the four weeks before"
    />
  );
};

const buildColumns = (email: string): Column<Habit>[] => {
  const link = (questionId: string, answer: string, text: string) => (
    <a href={hrefToAnswers(questionId, answer, email)}>{text}</a>
  );
  return [
    { title: "Question", isHeader: true, cell: ({ question }) => question },
    {
      title: "Yes",
      isNumber: true,
      cell: (habit) => (
        <span class={habit.totalCount < FEW ? "muted" : undefined}>
          {formatPercent(computeShare(habit))}
        </span>
      ),
    },
    {
      title: "Calls",
      isNumber: true,
      cell: ({ totalCount }) => `${totalCount}${totalCount < FEW ? " (too few)" : ""}`,
    },
    { title: "Change", cell: (habit) => <ChangeOf {...habit} /> },
    {
      title: "Hear",
      cell: ({ questionId, yesCount, totalCount }) => (
        <span>
          {yesCount > 0 && link(questionId, "yes", "with")}
          {yesCount > 0 && yesCount < totalCount && " · "}
          {yesCount < totalCount && link(questionId, "missed", "without")}
        </span>
      ),
    },
  ];
};

/** What goes well in words, and the one habit to work on. */
const Focus = ({ weeks }: { weeks: Week[] }) => {
  const { focus, strengths } = findFocus(weeks);
  if (!focus && strengths.length === 0)
    return <p class="muted">Five calls with the same scorecard say what goes well.</p>;
  return (
    <>
      {focus && (
        <p>
          <strong>To train:</strong> {focus.question} {focus.yesCount} of {focus.totalCount} calls.
        </p>
      )}
      {strengths.length > 0 && (
        <p>
          <strong>Goes well:</strong> {strengths.map(({ question }) => question).join(" ")}
        </p>
      )}
    </>
  );
};

/** How often each question was answered yes in the last four weeks, against the four before. */
export const Habits = ({ email, weeks }: { email: string; weeks: Week[] }) => {
  const recent = weeks.slice(-HABIT_WEEKS);
  const earlier = new Map(
    sumHabits(weeks.slice(0, -HABIT_WEEKS)).map((habit) => [habit.questionId, habit]),
  );
  const rows = sumHabits(recent).map((habit): Habit => {
    const before = earlier.get(habit.questionId);
    return { ...habit, before: before && before.totalCount >= FEW ? before : undefined };
  });
  return (
    <Section title="Habits, last four weeks">
      <Focus weeks={recent} />
      {rows.length > 0 && (
        <Table
          caption="Questions of the scorecards, last four weeks"
          columns={buildColumns(email)}
          rows={rows}
          idOf={({ questionId }) => questionId}
        />
      )}
    </Section>
  );
};
