import { type Column, Person, Section, Table } from "../../parts/index.js";
import { FigureChange } from "../../parts/charts/figure-change.js";
import { Line } from "../../parts/charts/line.js";
import { figureTexts, formatFigure, isOverFew } from "../../lib/figure-texts.js";
import { formatCount } from "../../lib/format.js";
import { href } from "../../lib/location.js";
import type { PersonWeeks } from "../../lib/use-weeks.js";
import { HABIT_WEEKS, hrefToAnswers } from "../../lib/habit-weeks.js";
import { computeFigures, findFocus } from "../../lib/week-figures.js";

const { score } = figureTexts;
const LINE_HEIGHT = 32;

/** Open comments by the e-mail of the rep. */
export interface CommentCounts {
  byEmail: ReadonlyMap<string, number>;
  /** There are more than were counted. */
  isMore: boolean;
}

/** How the shown week and the one before are called in texts. */
export interface WeekTexts {
  name: string;
  before: string;
  /** How many weeks from this one. */
  latest: number;
}

const Score = ({ weeks, since }: PersonWeeks & { since: string }) => {
  const [now, before] = [computeFigures(weeks.slice(-1)), computeFigures(weeks.slice(-2, -1))];
  const isFew = isOverFew(score, now);
  return (
    <span>
      <span class={isFew ? "muted" : undefined}>
        {formatFigure(score, now)}
        {isFew && <small> in {formatCount(now.scored, "call")}</small>}
      </span>{" "}
      <FigureChange text={score} now={now} before={before} since={since} />
    </span>
  );
};

const Trend = ({ name, weeks }: PersonWeeks) => {
  const figures = weeks.map((week) => computeFigures([week]));
  return (
    <Line
      values={figures.map(score.valueOf)}
      texts={figures.map((week) => formatFigure(score, week))}
      end={score.end()}
      height={LINE_HEIGHT}
      label={`Score of ${name}, week by week`}
    />
  );
};

const Habit = ({ email, weeks, latest }: PersonWeeks & { latest: number }) => {
  const { focus } = findFocus(weeks.slice(-HABIT_WEEKS));
  if (!focus) return <span class="muted">–</span>;
  const { questionId, question, yesCount, totalCount } = focus;
  return (
    <span>
      <a href={hrefToAnswers(questionId, "missed", email, latest)}>{question}</a>{" "}
      <span class="muted">
        {yesCount} of {totalCount}
      </span>
    </span>
  );
};

const buildColumns = (comments: CommentCounts, week: WeekTexts): Column<PersonWeeks>[] => [
  {
    title: "Rep",
    isHeader: true,
    cell: ({ email, name }) => (
      <a href={href("/reps/:email", { email })}>
        <Person id={email} name={name} />
      </a>
    ),
  },
  { title: "Score, eight weeks", cell: (person) => <Trend {...person} /> },
  { title: `Score ${week.name}`, cell: (person) => <Score {...person} since={week.before} /> },
  {
    title: "Calls",
    isNumber: true,
    cell: ({ weeks }) =>
      computeFigures(weeks).calls === 0 ? (
        <span class="muted">none in these eight weeks</span>
      ) : (
        (weeks.at(-1)?.totalRecordings ?? 0)
      ),
  },
  { title: "To train", cell: (person) => <Habit {...person} latest={week.latest} /> },
  {
    title: "Open comments",
    isNumber: true,
    cell: ({ email }) => {
      const count = comments.byEmail.get(email) ?? 0;
      return count === 0 && !comments.isMore ? (
        <span class="muted">0</span>
      ) : (
        <a href={href("/comments", {}, { userEmail: email })}>
          {count}
          {comments.isMore && "+"}
        </a>
      );
    },
  },
];

/** A row for each rep: where they stand, where they go, and what to train. */
export const RepTable = ({
  people,
  comments,
  week,
}: {
  people: PersonWeeks[];
  comments: CommentCounts;
  week: WeekTexts;
}) => (
  <Section
    title="Reps"
    actions={
      <a class="small" href={href("/team/habits")}>
        Habits, rep by rep
      </a>
    }
  >
    <div class="rep-table">
      <Table
        caption={`Reps ${week.name}`}
        columns={buildColumns(comments, week)}
        rows={people}
        idOf={({ email }) => email}
      />
    </div>
  </Section>
);
