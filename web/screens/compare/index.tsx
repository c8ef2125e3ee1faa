import { EmptyState, Filters, ProblemAlert, Screen, Select, Skeleton } from "../../parts/index.js";
import { RangeFields } from "../../parts/form/range-fields.js";
import { type FigureName, figureTexts } from "../../lib/figure-texts.js";
import { dayStart } from "../../lib/day-bounds.js";
import { formatPeriod } from "../../lib/format.js";
import { useFilters } from "../../lib/location.js";
import {
  chooseInterval,
  type DayRange,
  findPeriodBefore,
  rangeFilterNames,
  resolveRange,
  resolveRangeChanges,
  toInstants,
} from "../../lib/range.js";
import { useIsManager } from "../../lib/use-is-manager.js";
import { type QueryState, useQuery } from "../../lib/use-query.js";
import {
  Compare as Operation,
  CompareChoices,
  type CompareChoicesQuery,
} from "./compare.graphql.js";
import { GroupOverTime } from "./group-over-time.js";
import { GroupPicker } from "./group-picker.js";
import { GroupTable } from "./group-table.js";
import { buildPeriod, buildGroups, type Kind, type ComparedGroup } from "./groups.js";

const filterNames = [...rangeFilterNames, "of", "who", "figure"] as const;
const presets = [
  "week",
  "lastWeek",
  "month",
  "lastMonth",
  "last7",
  "last30",
  "last90",
  "last365",
] as const;
const FIRST_CHOSEN = 3;
/** In the address: the chosen groups were all removed. Without the filter, the busiest are compared. */
const NONE_CHOSEN = ",";

const KINDS = { reps: "Reps", teams: "Teams", periods: "Two periods" } satisfies Record<
  Kind,
  string
>;

const isFigure = (name: string | undefined): name is FigureName =>
  name !== undefined && Object.hasOwn(figureTexts, name);

interface Choice {
  id: string;
  name: string;
  calls: number;
}

const listChoices = (data: CompareChoicesQuery, kind: Kind): Choice[] =>
  kind === "teams"
    ? data.teams.stats.map(({ teamId, name, totalRecordings }) => ({
        id: teamId ?? "",
        name,
        calls: totalRecordings,
      }))
    : data.reps.stats.map(({ email, name, totalRecordings }) => ({
        id: email ?? "",
        name,
        calls: totalRecordings,
      }));

/** Returns those with the most calls, by name. */
const chooseFirst = (choices: readonly Choice[]): string[] => {
  const busiest = new Set(choices.toSorted((a, b) => b.calls - a.calls).slice(0, FIRST_CHOSEN));
  return choices.filter((choice) => choice.calls > 0 && busiest.has(choice)).map(({ id }) => id);
};

const GROUP_BY = { reps: "user", teams: "team", periods: null } as const;

/** Loads the statistics of those chosen, or of all users whom the viewer sees. */
const useEntries = (kind: Kind, chosen: readonly string[], range: DayRange) =>
  useQuery(Operation, {
    groupBy: GROUP_BY[kind],
    interval: chooseInterval(range),
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    filter: {
      ...toInstants(range),
      ...(kind === "reps" && { emails: [...chosen] }),
      ...(kind === "teams" && { teamIds: [...chosen] }),
    },
  });

interface ComparisonProps {
  kind: Kind;
  chosen: readonly string[];
  range: DayRange;
  figure: FigureName;
  onFigureChange: (figure: FigureName) => void;
}

/** `groups`: undefined until they are loaded. */
const Groups = ({
  kind,
  range,
  figure,
  onFigureChange,
  groups,
  problem,
  isBusy,
  reload,
}: ComparisonProps & { groups: ComparedGroup[] | undefined } & Omit<
    QueryState<unknown>,
    "data"
  >) => (
  <>
    <ProblemAlert problem={problem} onRetry={reload} />
    {!groups && !problem && <Skeleton rows={12} />}
    {groups && (
      <div class="single-column">
        <GroupOverTime
          kind={kind}
          groups={groups}
          figure={figure}
          isBusy={isBusy}
          fileName={`${figure}-over-time-${kind}-${range.from}-${range.to}.csv`}
        />
        <GroupTable
          kind={kind}
          groups={groups}
          figure={figure}
          isBusy={isBusy}
          fileName={`comparison-${kind}-${range.from}-${range.to}.csv`}
          onFigureChange={onFigureChange}
        />
      </div>
    )}
  </>
);

const ComparedGroups = (props: ComparisonProps) => {
  const { kind, chosen, range } = props;
  const { data, ...state } = useEntries(kind, chosen, range);
  return (
    <Groups {...props} {...state} groups={data && buildGroups(data.stats.stats, chosen, range)} />
  );
};

const formatRange = ({ from, to }: DayRange): string => formatPeriod(dayStart(from), dayStart(to));

const ComparedPeriods = (props: ComparisonProps) => {
  const { kind, chosen, range } = props;
  const before = findPeriodBefore(range);
  const now = useEntries(kind, chosen, range);
  const earlier = useEntries(kind, chosen, before);
  const groups = now.data &&
    earlier.data && [
      ...buildPeriod("before", formatRange(before), earlier.data.stats.stats, before),
      ...buildPeriod("now", formatRange(range), now.data.stats.stats, range),
    ];
  return (
    <Groups
      {...props}
      groups={groups}
      problem={now.problem ?? earlier.problem}
      isBusy={now.isBusy || earlier.isBusy}
      reload={() => {
        now.reload();
        earlier.reload();
      }}
    />
  );
};

/** Reps, teams or two periods side by side: a figure over time, and all figures with the calls behind them. */
const Compare = () => {
  const isManager = useIsManager();
  const [values, change] = useFilters(filterNames);
  const range = resolveRange(values, "last90");
  const isBounded = range.from !== "" && range.to !== "" && range.from <= range.to;
  const { of, who } = values;
  const kind: Kind = !isManager || of === "periods" ? "periods" : of === "teams" ? "teams" : "reps";
  const { data, problem, reload } = useQuery(CompareChoices, { filter: toInstants(range) });
  const choices = data ? listChoices(data, kind) : [];
  const chosen = who ? who.split(",").filter(Boolean) : chooseFirst(choices);
  const one = kind === "teams" ? "team" : "rep";
  const isEnough = kind === "periods" || chosen.length > 0;
  const Comparison = kind === "periods" ? ComparedPeriods : ComparedGroups;
  return (
    <Screen title="Compare">
      <Filters
        isChips
        onChange={(changes) =>
          change({
            ...resolveRangeChanges(range, changes),
            ...(changes["of"] !== undefined && { who: "" }),
          })
        }
      >
        {isManager && <Select label="Compare" name="of" options={KINDS} value={kind} />}
        <RangeFields label="Calls" range={range} presets={presets} />
      </Filters>
      {kind !== "periods" && data && (
        <GroupPicker
          key={kind}
          label={one}
          choices={choices}
          chosen={chosen}
          onChange={(ids) => change({ who: ids.join(",") || NONE_CHOSEN })}
        />
      )}
      <ProblemAlert problem={problem} onRetry={reload} />
      {!isBounded && (
        <EmptyState title="Choose a first and a last day">
          <p>The last day can’t be before the first.</p>
        </EmptyState>
      )}
      {isBounded && data && !isEnough && (
        <EmptyState title={who ? `No ${one}s chosen` : "No calls in this period"}>
          <p>{who ? `Add the ${one}s to compare.` : `Choose another period, or add a ${one}.`}</p>
        </EmptyState>
      )}
      {isBounded && data && isEnough && (
        <Comparison
          kind={kind}
          chosen={chosen}
          range={range}
          figure={isFigure(values.figure) ? values.figure : "score"}
          onFigureChange={(figure) => change({ figure })}
        />
      )}
    </Screen>
  );
};

export default Compare;
