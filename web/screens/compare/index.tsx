import { useState } from "preact/hooks";
import { EmptyState, Filters, ProblemAlert, Screen, Select, Skeleton } from "../../parts/index.js";
import { RangeFields } from "../../parts/form/range-fields.js";
import { type FigureName, figureTexts } from "../../lib/figure-texts.js";
import { createPlaces } from "../../lib/create-places.js";
import { countDaysIncluded, dayStart } from "../../lib/day-bounds.js";
import { distinguishNames } from "../../lib/distinguish-names.js";
import { formatCount, formatPeriod } from "../../lib/format.js";
import { useFilters } from "../../lib/location.js";
import {
  addDaysToToday,
  chooseInterval,
  type DayRange,
  findPeriodBefore,
  type Interval,
  rangeFilterNames,
  resolveRange,
  resolveRangeChanges,
  toInstants,
  withoutFarDays,
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
import {
  buildGroups,
  buildPeriod,
  type Choice,
  type ComparedGroup,
  type Kind,
  MAX_GROUPS,
} from "./groups.js";

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

const buildChoice = (
  id: string | null,
  { name, totalRecordings }: { name: string; totalRecordings: number },
): Choice => ({ id: id ?? "", name, calls: totalRecordings });

const listChoices = ({ reps, teams }: CompareChoicesQuery, kind: Kind): Choice[] =>
  kind === "teams"
    ? distinguishNames(
        teams.stats.map((team) => buildChoice(team.teamId, team)),
        "teams",
      )
    : distinguishNames(
        reps.stats.map((rep) => buildChoice(rep.email, rep)),
        "users",
      );

/** Returns those with the most calls, by name. */
const chooseFirst = (choices: readonly Choice[]): Choice[] => {
  const busiest = new Set(choices.toSorted((a, b) => b.calls - a.calls).slice(0, FIRST_CHOSEN));
  return choices.filter((choice) => choice.calls > 0 && busiest.has(choice));
};

/** Returns those in the address whom the viewer sees, as far as there is room, and how many were left out. */
const findChosen = (who: string, choices: readonly Choice[]) => {
  const ids = [...new Set(who.split(",").filter(Boolean))];
  const byId = new Map(choices.map((choice) => [choice.id, choice]));
  const known = ids.flatMap((id) => byId.get(id) ?? []);
  return {
    chosen: known.slice(0, MAX_GROUPS),
    unknown: ids.length - known.length,
    tooMany: Math.max(0, known.length - MAX_GROUPS),
  };
};

const LeftOut = ({ one, unknown, tooMany }: { one: string; unknown: number; tooMany: number }) => (
  <>
    {unknown > 0 && (
      <p class="note muted">
        {formatCount(unknown, one)} in the address {unknown === 1 ? "isn’t" : "aren’t"} shown:
        deleted, not visible to you, or deactivated and without calls in this period.
      </p>
    )}
    {tooMany > 0 && (
      <p class="note muted">
        Only the first {MAX_GROUPS} {one}s of the address are shown.
      </p>
    )}
  </>
);

const GROUP_BY = { reps: "user", teams: "team", periods: null } as const;

/** Loads the statistics of those chosen, or of all users whom the viewer sees. */
const useEntries = (kind: Kind, chosen: readonly Choice[], range: DayRange, interval: Interval) => {
  const ids = chosen.map(({ id }) => id);
  const { data, ...state } = useQuery(Operation, {
    groupBy: GROUP_BY[kind],
    interval,
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    filter: {
      ...toInstants(range),
      ...(kind === "reps" && { emails: ids }),
      ...(kind === "teams" && { teamIds: ids }),
    },
  });
  // Old numbers would look like those of the new choice.
  return { ...state, entries: state.problem ? undefined : data?.stats.stats };
};

interface ComparisonProps {
  kind: Kind;
  chosen: readonly Choice[];
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
          interval={chooseInterval(range)}
          figure={figure}
          isBusy={isBusy}
          fileName={`${figure}-over-time-${kind}-${range.from}-${range.to}.csv`}
        />
        <GroupTable
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
  const { entries, ...state } = useEntries(kind, chosen, range, chooseInterval(range));
  const [assignPlaces] = useState(createPlaces);
  const places = assignPlaces(chosen.map(({ id }) => id));
  return (
    <Groups {...props} {...state} groups={entries && buildGroups(entries, chosen, places, range)} />
  );
};

const formatRange = ({ from, to }: DayRange): string => formatPeriod(dayStart(from), dayStart(to));

/** Says how much of a period has passed. Nothing once it is over. */
const StillRunning = ({ range }: { range: DayRange }) => {
  const today = addDaysToToday(0);
  if (range.to <= today) return null;
  const days = formatCount(countDaysIncluded(range.from, range.to), "day");
  const passed = countDaysIncluded(range.from, today);
  return (
    <p class="note muted">
      {passed <= 0
        ? `${formatRange(range)} hasn’t begun.`
        : `${formatRange(range)} is still running: ${passed} of ${days}, today included. Its number of calls can’t be compared yet.`}
    </p>
  );
};

const ComparedPeriods = (props: ComparisonProps) => {
  const { kind, chosen, range } = props;
  const before = findPeriodBefore(range);
  // The months of two periods differ in length; their points are to stand for the same time.
  const interval = chooseInterval(range);
  const now = useEntries(kind, chosen, range, interval);
  const earlier = useEntries(kind, chosen, before, interval);
  const groups = now.entries &&
    earlier.entries && [
      ...buildPeriod("before", formatRange(before), earlier.entries, before),
      ...buildPeriod("now", formatRange(range), now.entries, range),
    ];
  return (
    <>
      <StillRunning range={range} />
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
    </>
  );
};

/** Reps, teams or two periods side by side: a figure over time, and all figures with the calls behind them. */
const Compare = () => {
  const isManager = useIsManager();
  const [values, change] = useFilters(filterNames);
  const range = resolveRange(values, "last90");
  const near = withoutFarDays(range);
  const isBounded = near.from !== "" && near.to !== "" && near.from <= near.to;
  const { of, who } = values;
  const kind: Kind = !isManager || of === "periods" ? "periods" : of === "teams" ? "teams" : "reps";
  const { data: loaded, problem, reload } = useQuery(CompareChoices, { filter: toInstants(near) });
  const data = problem ? undefined : loaded;
  const choices = data ? listChoices(data, kind) : [];
  const { chosen, ...leftOut } = who
    ? findChosen(who, choices)
    : { chosen: chooseFirst(choices), unknown: 0, tooMany: 0 };
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
            // Enter in a field sends all of them.
            ...(changes["of"] !== undefined && changes["of"] !== kind && { who: "" }),
          })
        }
      >
        {isManager && <Select label="Compare" name="of" options={KINDS} value={kind} />}
        <RangeFields label="Calls" range={range} presets={presets} />
      </Filters>
      {kind !== "periods" && data && (
        <>
          <GroupPicker
            key={kind}
            label={one}
            choices={choices}
            chosen={chosen}
            onChange={(ids) => change({ who: ids.join(",") || NONE_CHOSEN })}
          />
          <LeftOut one={one} {...leftOut} />
        </>
      )}
      <ProblemAlert problem={problem} onRetry={reload} />
      {!isBounded && (
        <EmptyState title="Choose a first and a last day">
          <p>Both from 1970 to 2049. The last day can’t be before the first.</p>
        </EmptyState>
      )}
      {isBounded && data && !isEnough && (
        <EmptyState title={who ? `No ${one}s chosen` : "No calls in this period"}>
          <p>{who ? `Add the ${one}s to compare.` : `Choose another period, or add a ${one}.`}</p>
        </EmptyState>
      )}
      {isBounded && data && isEnough && (
        <Comparison
          key={kind}
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
