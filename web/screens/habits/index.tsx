import {
  type Column,
  EmptyState,
  Person,
  ProblemAlert,
  Screen,
  Section,
  Skeleton,
  Table,
} from "../../parts/index.js";
import { formatPercent } from "../../lib/format.js";
import { HABIT_WEEKS, hrefToAnswers } from "../../lib/habit-weeks.js";
import { href } from "../../lib/location.js";
import { useQuery } from "../../lib/use-query.js";
import { type PersonWeeks, useWeeks } from "../../lib/use-weeks.js";
import { FEW, type HabitCounts, computeShare, sumHabits } from "../../lib/week-figures.js";
import { Scorecards, type ScorecardsQuery } from "./habits.graphql.js";

const SHADES = 5;

/** Returns the class of a share's colour: few answers have none. */
const chooseShade = (habit: HabitCounts): string =>
  habit.totalCount < FEW
    ? "few"
    : `share-${Math.min(SHADES - 1, Math.floor(computeShare(habit) * SHADES))}`;

interface Row {
  person: PersonWeeks;
  /** By the id of the question. */
  habits: ReadonlyMap<string, HabitCounts>;
}

const buildRow = (person: PersonWeeks): Row => ({
  person,
  habits: new Map(
    sumHabits(person.weeks.slice(-HABIT_WEEKS)).map((habit) => [habit.questionId, habit]),
  ),
});

const Share = ({ habit, email }: { habit: HabitCounts | undefined; email: string }) =>
  habit ? (
    <a class={`share ${chooseShade(habit)}`} href={hrefToAnswers(habit.questionId, "", email)}>
      <strong>{formatPercent(computeShare(habit))}</strong>
      <small>
        {habit.yesCount} of {habit.totalCount}
      </small>
    </a>
  ) : (
    <span class="muted">–</span>
  );

type Scorecard = ScorecardsQuery["templates"][number];

/** Lists the scorecards, and what their removed questions had as answers. */
const listScorecards = (templates: ScorecardsQuery["templates"], rows: Row[]): Scorecard[] => {
  const known = new Set(templates.flatMap(({ questions }) => questions.map(({ id }) => id)));
  const removed = new Map<string, string>();
  for (const [id, { question }] of rows.flatMap(({ habits }) => [...habits]))
    if (!known.has(id)) removed.set(id, question);
  return [
    ...templates,
    {
      id: "removed",
      name: "Removed questions",
      questions: [...removed].map(([id, question]) => ({ id, question })),
    },
  ];
};

const buildColumns = ({ questions }: Scorecard): Column<Row>[] => [
  {
    title: "Rep",
    isHeader: true,
    cell: ({ person: { email, name } }) => (
      <a href={href("/reps/:email", { email })}>
        <Person id={email} name={name} />
      </a>
    ),
  },
  ...questions.map(({ id, question }) => ({
    id,
    title: question,
    cell: ({ person, habits }: Row) => <Share habit={habits.get(id)} email={person.email} />,
  })),
];

const ScorecardMatrix = ({ scorecard, rows }: { scorecard: Scorecard; rows: Row[] }) => {
  const own = rows.filter(({ habits }) => scorecard.questions.some(({ id }) => habits.has(id)));
  if (own.length === 0) return null;
  return (
    <Section title={scorecard.name}>
      <div class="matrix">
        <Table
          caption={`How often each question of ${scorecard.name} was answered yes, by rep`}
          columns={buildColumns(scorecard)}
          rows={own}
          idOf={({ person }) => person.email}
        />
      </div>
    </Section>
  );
};

/** Reps down, questions across: how often each was answered yes. A number opens its calls. */
const Habits = () => {
  const { people, problem: weeksProblem, reload: reloadWeeks } = useWeeks();
  const { data, problem, reload } = useQuery(Scorecards, {});
  const rows = (people ?? []).map(buildRow).filter(({ habits }) => habits.size > 0);
  return (
    <Screen title="Habits, last four weeks">
      <ProblemAlert problem={problem ?? weeksProblem} onRetry={problem ? reload : reloadWeeks} />
      {(!people || !data) && !problem && !weeksProblem && <Skeleton rows={12} />}
      {people && rows.length === 0 && (
        <EmptyState title="No answers yet">
          <p>Calls that a scorecard was asked about appear here.</p>
        </EmptyState>
      )}
      {data && rows.length > 0 && (
        <>
          <p class="muted lead">
            The share of calls with a yes. A number opens its calls. Below {FEW} calls, numbers are
            pale: they say little.
          </p>
          <div class="single-column">
            {listScorecards(data.templates, rows).map((scorecard) => (
              <ScorecardMatrix key={scorecard.id} scorecard={scorecard} rows={rows} />
            ))}
          </div>
        </>
      )}
    </Screen>
  );
};

export default Habits;
