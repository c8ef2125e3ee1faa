import { Button, type Column, Section, Table } from "../../parts/index.js";
import { type Cell, downloadCsv } from "../../lib/csv.js";
import { formatNumber } from "../../lib/format.js";
import { sumHabits } from "../../lib/week-figures.js";
import { Chart } from "./chart.js";
import type { StatsQuery } from "./stats.graphql.js";
import type { StatEntry } from "./metrics.js";

type QuestionCounts = StatEntry["processQuestionBreakdown"][number];

const computeShare = ({ yesCount, totalCount }: QuestionCounts): number =>
  totalCount === 0 ? 0 : (100 * yesCount) / totalCount;

const formatPercentage = (percentage: number): string => `${Math.round(percentage)} %`;

type Templates = StatsQuery["templates"];

/** Groups questions by the names of their templates. */
const groupByTemplate = (
  questions: QuestionCounts[],
  templates: Templates,
): [string, QuestionCounts[]][] => {
  const names = new Map(
    templates.flatMap(({ name, questions }) => questions.map(({ id }) => [id, name] as const)),
  );
  return [
    ...Map.groupBy(questions, ({ questionId }) => names.get(questionId) ?? "Removed questions"),
  ];
};

type Agreements = StatsQuery["verdictAgreement"];

/** Says how often people and debrief had the same verdict, over all calls. */
const formatAgreement = (agreements: Agreements, { questionId }: QuestionCounts): string => {
  const found = agreements.find((agreement) => agreement.questionId === questionId);
  return found ? `${formatNumber(found.agreed)} of ${formatNumber(found.verdicts)}` : "–";
};

const buildColumns = (agreements: Agreements): Column<QuestionCounts>[] => [
  { title: "Question", isHeader: true, cell: ({ question }) => question },
  { title: "Yes", isNumber: true, cell: ({ yesCount }) => formatNumber(yesCount) },
  { title: "Answers", isNumber: true, cell: ({ totalCount }) => formatNumber(totalCount) },
  { title: "%", isNumber: true, cell: (question) => formatPercentage(computeShare(question)) },
  {
    title: "Agreed",
    isNumber: true,
    cell: (question) => formatAgreement(agreements, question),
  },
];

const TemplateQuestions = ({
  name,
  questions,
  agreements,
  isBusy,
}: {
  name: string;
  questions: QuestionCounts[];
  agreements: Agreements;
  isBusy: boolean;
}) => (
  <>
    <h3>{name}</h3>
    <div class="chart-and-table">
      <Chart
        title={`questions answered yes: ${name}`}
        bars={questions.map((row) => ({
          id: row.questionId,
          name: row.question,
          value: computeShare(row),
          text: formatPercentage(computeShare(row)),
        }))}
        end={100}
        formatTick={formatPercentage}
      />
      <Table
        caption={`Questions answered yes: ${name}`}
        columns={buildColumns(agreements)}
        rows={questions}
        idOf={({ questionId }) => questionId}
        isBusy={isBusy}
      />
    </div>
  </>
);

const buildCsvRows = (groups: [string, QuestionCounts[]][]): Cell[][] => [
  ["template", "question", "questionId", "yesCount", "totalCount", "percentage (0..100)"],
  ...groups.flatMap(([name, questions]) =>
    questions.map((row) => [
      name,
      row.question,
      row.questionId,
      row.yesCount,
      row.totalCount,
      computeShare(row),
    ]),
  ),
];

/** How often each template question was answered yes. */
export const Questions = ({
  entries,
  templates,
  agreements,
  isBusy,
  fileName,
}: {
  entries: StatEntry[];
  templates: Templates;
  agreements: Agreements;
  isBusy: boolean;
  fileName: string;
}) => {
  const groups = groupByTemplate(sumHabits(entries), templates);
  if (groups.length === 0) return null;
  return (
    <Section
      title="Process questions"
      actions={
        <Button onClick={() => downloadCsv(fileName, buildCsvRows(groups))}>Download CSV</Button>
      }
    >
      <p class="muted small">
        Yes answers per question, in all users’ recordings with the template. In the API:{" "}
        <code>processQuestionBreakdown</code>. Agreed: how often a person’s verdict was what debrief
        had found, in all calls that were judged.
      </p>
      {groups.map(([name, questions]) => (
        <TemplateQuestions
          key={name}
          name={name}
          questions={questions}
          agreements={agreements}
          isBusy={isBusy}
        />
      ))}
    </Section>
  );
};
