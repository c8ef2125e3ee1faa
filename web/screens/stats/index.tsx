import { CurlHint, EmptyState, ProblemAlert, Screen, Skeleton } from "../../parts/index.js";
import { findTargetsOfTeams } from "../../lib/find-targets.js";
import { href, useFilters } from "../../lib/location.js";
import { TeamTargets } from "../../lib/targets.graphql.js";
import { useIsAdmin } from "../../lib/use-is-admin.js";
import { useIsManager } from "../../lib/use-is-manager.js";
import { useQuery } from "../../lib/use-query.js";
import { resolveRange, resolveRangeChanges, toInstants, withoutFarDays } from "../../lib/range.js";
import { resolveInterval } from "./intervals.js";
import {
  findListFilter,
  statsFilterNames,
  parseList,
  StatsFilters,
  type StatsFilterValues,
} from "./stats-filters.js";
import { InviteRep } from "./invite-rep.js";
import { Report } from "./report.js";
import { Stats as Operation } from "./stats.graphql.js";

const buildCurlPath = (
  groupBy: string,
  bounds: { from?: string; to?: string },
  values: StatsFilterValues,
) =>
  `stats?${new URLSearchParams({
    groupBy,
    ...(bounds.from && { startDate: bounds.from }),
    ...(bounds.to && { endDate: bounds.to }),
    ...(values.teamIds && { teamIds: values.teamIds }),
    ...(values.templateId && { aiTemplate: values.templateId }),
    ...(values.includedTags && { includedTags: values.includedTags }),
    ...(values.excludedTags && { excludedTags: values.excludedTags }),
  })}`;

const NoStats = ({ byTeam }: { byTeam: boolean }) =>
  byTeam ? (
    <EmptyState title="No teams">
      <p>
        <a href={href("/people")}>Create a team</a>
      </p>
    </EmptyState>
  ) : (
    <EmptyState title="No recordings in these statistics">
      <p>No processed recordings match the period and filters.</p>
      <p>
        <a href={href("/stats", {}, { range: "all" })}>Show all time</a>
      </p>
    </EmptyState>
  );

const Stats = () => {
  const isAdmin = useIsAdmin();
  const isManagerOnly = useIsManager() && !isAdmin;
  const [values, change] = useFilters(statsFilterNames);
  const range = resolveRange(values, "last30");
  const bounds = toInstants(range);
  const byTeam = values.groupBy === "team";
  const filter = {
    ...(values.teamIds && { teamIds: parseList(values.teamIds) }),
    ...(values.templateId && { templateId: values.templateId }),
    includedTags: parseList(values.includedTags),
    excludedTags: parseList(values.excludedTags),
  };
  const overTime = {
    filter: { ...filter, ...toInstants(withoutFarDays(range)) },
    interval: resolveInterval(values.interval, range),
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  const { data, problem, isBusy, reload } = useQuery(Operation, {
    byTeam,
    filter: { ...filter, ...bounds },
    overTimeFilter: overTime.filter,
    interval: overTime.interval,
    timeZone: overTime.timeZone,
  });
  const { data: targets } = useQuery(TeamTargets, {});
  const chosenTeams = targets?.teams.filter(({ id }) => filter.teamIds?.includes(id)) ?? [];
  const users = data?.users.stats ?? [];
  const entries = byTeam ? data?.teams?.stats : users;
  // Old numbers would look like the result of the new filters.
  const report = problem ? undefined : entries;
  const isEmpty = entries?.length === 0 || users.every((user) => user.totalRecordings === 0);
  return (
    <Screen
      title="Statistics"
      actions={
        <>
          <a class="button" href={href("/stats/compare")}>
            Compare
          </a>
          {isManagerOnly && <InviteRep />}
        </>
      }
    >
      <StatsFilters
        values={values}
        range={range}
        onChange={(changes) => change(resolveRangeChanges(range, changes))}
      />
      <ProblemAlert problem={problem} onRetry={reload} />
      {!problem && (!data || !entries) && <Skeleton rows={14} />}
      {report && isEmpty && <NoStats byTeam={byTeam && report.length === 0} />}
      {data && report && !isEmpty && (
        <Report
          users={users}
          entries={report}
          templates={data.templates}
          agreements={data.verdictAgreement}
          by={byTeam ? "Team" : "User"}
          metric={values.metric}
          filter={{ ...filter, ...bounds }}
          isBusy={isBusy}
          fileSuffix={[byTeam ? "team" : "user", range.from, range.to].filter(Boolean).join("-")}
          all={{
            id: "",
            name: data.overTime.stats[0]?.name ?? "",
            intervals: data.overTime.stats[0]?.intervals ?? [],
            calls: findListFilter(values),
          }}
          variables={overTime}
          range={range}
          interval={overTime.interval}
          targets={targets && findTargetsOfTeams(targets, chosenTeams)}
          onChange={change}
        />
      )}
      <CurlHint path={buildCurlPath(byTeam ? "team" : "user", bounds, values)} />
    </Screen>
  );
};

export default Stats;
