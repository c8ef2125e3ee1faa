import { ProblemAlert } from "../../parts/index.js";
import { useQuery } from "../../lib/use-query.js";
import { type DayRange, withoutFarDays } from "../../lib/range.js";
import { type DividedGroup, MetricOverTime, type MetricOverTimeProps } from "./metric-over-time.js";
import type { StatsGroup } from "./stats-group.js";
import { StatsOverTime, type StatsOverTimeQueryVariables } from "./stats.graphql.js";

/** More lines than these and the one of all users would be hard to tell apart. */
const MAX_GROUPS = 4;

export interface OverTimeSectionProps extends MetricOverTimeProps {
  by: "User" | "Team";
  all: DividedGroup;
  /** Those with recordings. */
  groups: readonly StatsGroup[];
  variables: Omit<StatsOverTimeQueryVariables, "groupBy">;
}

const GroupsOverTime = ({ by, all, groups, variables, ...props }: OverTimeSectionProps) => {
  const ids = groups.map(({ id }) => id);
  const { filter } = variables;
  const { data, problem, isBusy, reload } = useQuery(StatsOverTime, {
    ...variables,
    groupBy: by === "Team" ? "team" : "user",
    filter: { ...filter, ...(by === "Team" ? { teamIds: ids } : { emails: ids }) },
  });
  // Old numbers would look like the result of the new filters.
  const entries = new Map(
    (problem ? undefined : data)?.stats.stats.map((entry) => [
      entry.email ?? entry.teamId,
      entry.intervals ?? [],
    ]),
  );
  const divided = groups.map(({ id, name }) => ({
    id,
    name,
    intervals: entries.get(id),
    calls: all.calls && { ...all.calls, [by === "Team" ? "teamId" : "userEmail"]: id },
  }));
  return (
    <>
      <ProblemAlert problem={problem} onRetry={reload} />
      <MetricOverTime
        {...props}
        isBusy={props.isBusy || isBusy}
        groups={[all, ...divided]}
        kind={undefined}
      />
    </>
  );
};

/** Returns whether Compare can show these calls: its only filter is the period, which needs both ends. */
const canCompare = ({ calls }: DividedGroup, range: DayRange): boolean => {
  const { from, to } = withoutFarDays(range);
  return from !== "" && to !== "" && calls !== undefined && Object.keys(calls).length === 0;
};

/** A metric over time: of all users, and of each user or team if there are from two to four. */
export const OverTimeSection = (props: OverTimeSectionProps) => {
  const { by, all, groups, range } = props;
  if (groups.length >= 2 && groups.length <= MAX_GROUPS) return <GroupsOverTime {...props} />;
  const kind = by === "Team" ? "teams" : "reps";
  return (
    <MetricOverTime
      {...props}
      groups={[all]}
      kind={groups.length > MAX_GROUPS && canCompare(all, range) ? kind : undefined}
    />
  );
};
