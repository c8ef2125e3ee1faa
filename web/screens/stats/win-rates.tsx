import { Button, type Column, ProblemAlert, Section, Skeleton, Table } from "../../parts/index.js";
import { type Cell, downloadCsv } from "../../lib/csv.js";
import { formatCount, formatNumber, formatPercent } from "../../lib/format.js";
import { href } from "../../lib/location.js";
import { useQuery } from "../../lib/use-query.js";
import { FEW } from "../../lib/week-figures.js";
import {
  type StatsQuery,
  WinRates as Operation,
  type WinRatesQuery,
  type WinRatesQueryVariables,
} from "./stats.graphql.js";

type Templates = StatsQuery["templates"];
type Practice = WinRatesQuery["winRates"]["practices"][number];
/** The filters of a list of calls; undefined if no list has exactly these. */
type ListFilter = Record<string, string> | undefined;

const idOf = ({ questionId, trackerId }: Practice): string => (questionId ?? trackerId)!;

const toPercent = (won: number, calls: number): number => Math.round((100 * won) / calls);

/** Returns by how many points the shown percentages differ; undefined if either are of too few calls. */
const computeDifference = (practice: Practice): number | undefined => {
  const { callsWith, wonWith, callsWithout, wonWithout } = practice;
  if (callsWith < FEW || callsWithout < FEW) return undefined;
  return toPercent(wonWith, callsWith) - toPercent(wonWithout, callsWithout);
};

const formatDifference = (points: number): string =>
  `${points > 0 ? "+" : points < 0 ? "−" : ""}${formatCount(Math.abs(points), "point")}`;

const Rate = ({
  won,
  calls,
  filter,
  name,
}: {
  won: number;
  calls: number;
  filter: ListFilter;
  name: string;
}) => {
  if (calls === 0) return <span class="muted">no calls</span>;
  const rate = (
    <strong class={calls < FEW ? "muted" : undefined}>{formatPercent(won / calls)}</strong>
  );
  return (
    <div>
      {filter ? (
        <a href={href("/recordings", {}, filter)}>
          {rate}
          <span class="visually-hidden"> of the calls {name}</span>
        </a>
      ) : (
        rate
      )}
      <span class="muted second-line">
        {calls < FEW && "too few: "}
        {formatNumber(won)} of {formatCount(calls, "call")}
      </span>
    </div>
  );
};

/** Returns the filters of the calls with what was done, and of those without it. */
const buildFilters = (
  { questionId, trackerId }: Practice,
  calls: ListFilter,
): [done: ListFilter, other: ListFilter] => {
  if (!calls) return [undefined, undefined];
  if (questionId !== null)
    return [
      { ...calls, questionId, answer: "yes" },
      { ...calls, questionId, answer: "missed" },
    ];
  return [
    { ...calls, trackerId: trackerId! },
    { ...calls, withoutTrackerId: trackerId! },
  ];
};

const buildColumns = (
  calls: ListFilter,
  describe: (practice: Practice) => string | undefined,
): Column<Practice>[] => [
  {
    title: "In the call",
    isHeader: true,
    cell: (practice) => (
      <>
        {practice.name}
        <span class="muted second-line">{describe(practice)}</span>
      </>
    ),
  },
  {
    title: "Won with it",
    isNumber: true,
    cell: (practice) => (
      <Rate
        won={practice.wonWith}
        calls={practice.callsWith}
        filter={buildFilters(practice, calls)[0]}
        name={`with: ${practice.name}`}
      />
    ),
  },
  {
    title: "Won without it",
    isNumber: true,
    cell: (practice) => (
      <Rate
        won={practice.wonWithout}
        calls={practice.callsWithout}
        filter={buildFilters(practice, calls)[1]}
        name={`without: ${practice.name}`}
      />
    ),
  },
  {
    title: "Difference",
    isNumber: true,
    cell: (practice) => {
      const difference = computeDifference(practice);
      if (difference !== undefined) return formatDifference(difference);
      const isOneSided = practice.callsWith === 0 || practice.callsWithout === 0;
      return <span class="muted">{isOneSided ? "–" : "too few"}</span>;
    },
  },
];

const buildCsvRows = (practices: readonly Practice[]): Cell[][] => [
  ["in the call", "id", "calls with", "won with", "calls without", "won without"],
  ...practices.map((practice) => [
    practice.name,
    idOf(practice),
    practice.callsWith,
    practice.wonWith,
    practice.callsWithout,
    practice.wonWithout,
  ]),
];

/** Orders the largest difference first, and what has too few calls last. */
const sortPractices = (practices: readonly Practice[]): Practice[] =>
  practices.toSorted(
    (one, other) => (computeDifference(other) ?? -101) - (computeDifference(one) ?? -101),
  );

/** Returns a function that says where a practice comes from. */
const buildDescriber = (
  trackers: WinRatesQuery["trackers"],
  templates: Templates,
): ((practice: Practice) => string | undefined) => {
  const scorecards = new Map(
    templates.flatMap(({ name, questions }) => questions.map(({ id }) => [id, name])),
  );
  const searching = new Set(
    trackers.filter(({ progress }) => progress !== null).map(({ id }) => id),
  );
  return ({ questionId, trackerId }) => {
    if (questionId !== null) return scorecards.get(questionId) ?? "Removed question";
    return searching.has(trackerId!) ? "Tracker; still searching earlier calls" : "Tracker";
  };
};

/** How many deals are won with something done in the call, and without it. */
export const WinRates = ({
  filter,
  calls,
  templates,
  fileName,
}: WinRatesQueryVariables & { calls: ListFilter; templates: Templates; fileName: string }) => {
  const { data, problem, isBusy, reload } = useQuery(Operation, { filter });
  const shown = problem ? undefined : data;
  const practices = sortPractices(shown?.winRates.practices ?? []);
  if (shown && (practices.length === 0 || shown.winRates.won === 0)) return null;
  return (
    <Section
      title="Won deals, by what was done in the call"
      actions={
        shown && (
          <Button onClick={() => downloadCsv(fileName, buildCsvRows(practices))}>
            Download CSV
          </Button>
        )
      }
    >
      <ProblemAlert problem={problem} onRetry={reload} />
      {!shown && !problem && <Skeleton rows={6} />}
      {shown && (
        <>
          <p class="muted small">
            A deal was won in {formatNumber(shown.winRates.won)} of{" "}
            {formatCount(shown.winRates.calls, "call")}. What goes together with a won deal need not
            be its cause.
          </p>
          <div class="win-rates">
            <Table
              caption="Share of won deals with and without something done in the call"
              columns={buildColumns(calls, buildDescriber(shown.trackers, templates))}
              rows={practices}
              idOf={idOf}
              isBusy={isBusy}
            />
          </div>
        </>
      )}
    </Section>
  );
};
