import { Button, type Column, Section, Table } from "../../parts/index.js";
import { type Cell, download } from "../../src/csv.js";
import { number } from "../../src/format.js";
import { Chart } from "./chart.js";
import type { StatsQuery } from "../stats.graphql.js";
import type { Entry } from "./metrics.js";

type Question = Entry["processQuestionBreakdown"][number];

const share = ({ yesCount, totalCount }: Question): number =>
  totalCount === 0 ? 0 : (100 * yesCount) / totalCount;

const shown = (percentage: number): string => `${Math.round(percentage)} %`;

/** All users together, in the order of the templates. */
const together = (entries: Entry[]): Question[] => {
  const all = new Map<string, Question>();
  for (const { questionId, question, yesCount, totalCount } of entries.flatMap(
    ({ processQuestionBreakdown }) => processQuestionBreakdown,
  )) {
    const before = all.get(questionId) ?? { yesCount: 0, totalCount: 0 };
    all.set(questionId, {
      questionId,
      question,
      yesCount: before.yesCount + yesCount,
      totalCount: before.totalCount + totalCount,
    });
  }
  return [...all.values()];
};

type Templates = StatsQuery["templates"];

/** Under the names of their templates. */
const grouped = (questions: Question[], templates: Templates): [string, Question[]][] => {
  const names = new Map(
    templates.flatMap(({ name, questions }) => questions.map(({ id }) => [id, name] as const)),
  );
  return [...Map.groupBy(questions, ({ questionId }) => names.get(questionId) ?? "Asked no more")];
};

const columns: Column<Question>[] = [
  { title: "Question", head: true, cell: ({ question }) => question },
  { title: "Yes", number: true, cell: ({ yesCount }) => number(yesCount) },
  { title: "Of", number: true, cell: ({ totalCount }) => number(totalCount) },
  { title: "%", number: true, cell: (question) => shown(share(question)) },
];

const OfTemplate = ({
  name,
  questions,
  busy,
}: {
  name: string;
  questions: Question[];
  busy: boolean;
}) => (
  <>
    <h3>{name}</h3>
    <div class="charted">
      <Chart
        what={`questions answered yes: ${name}`}
        bars={questions.map((row) => ({
          id: row.questionId,
          name: row.question,
          value: share(row),
          text: shown(share(row)),
        }))}
        end={100}
        tick={shown}
      />
      <Table
        caption={`Questions answered yes: ${name}`}
        columns={columns}
        rows={questions}
        idOf={({ questionId }) => questionId}
        busy={busy}
      />
    </div>
  </>
);

const csvOf = (groups: [string, Question[]][]): Cell[][] => [
  ["template", "question", "questionId", "yesCount", "totalCount", "percentage (0..100)"],
  ...groups.flatMap(([name, questions]) =>
    questions.map((row) => [
      name,
      row.question,
      row.questionId,
      row.yesCount,
      row.totalCount,
      share(row),
    ]),
  ),
];

/** How often which question of a process was answered yes. */
export const Questions = ({
  of,
  templates,
  busy,
  fileName,
}: {
  of: Entry[];
  templates: Templates;
  busy: boolean;
  fileName: string;
}) => {
  const groups = grouped(together(of), templates);
  if (groups.length === 0) return null;
  return (
    <Section
      title="Process questions"
      actions={<Button onClick={() => download(fileName, csvOf(groups))}>Download CSV</Button>}
    >
      <p class="muted small">
        How often each was answered yes, in recordings of all users with the process.{" "}
        <code>processQuestionBreakdown</code> in the API.
      </p>
      {groups.map(([name, questions]) => (
        <OfTemplate key={name} name={name} questions={questions} busy={busy} />
      ))}
    </Section>
  );
};
