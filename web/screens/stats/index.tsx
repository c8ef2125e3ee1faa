import { CurlHint, Empty, Problem, Screen, Skeleton } from "../parts/index.js";
import { href, useFilters } from "../src/location.js";
import { useQuery } from "../src/query.js";
import { instants, rangeChanges, rangeOf } from "../src/range.js";
import { filters, listOf, StatsFilters, type Values } from "./stats/filters.js";
import { Report } from "./stats/report.js";
import { Stats as Operation } from "./stats.graphql.js";

const curlPath = (groupBy: string, bounds: { from?: string; to?: string }, values: Values) =>
  `stats?${new URLSearchParams({
    groupBy,
    ...(bounds.from && { startDate: bounds.from }),
    ...(bounds.to && { endDate: bounds.to }),
    ...(values.teamIds && { teamIds: values.teamIds }),
    ...(values.templateId && { aiTemplate: values.templateId }),
    ...(values.includedTags && { includedTags: values.includedTags }),
    ...(values.excludedTags && { excludedTags: values.excludedTags }),
  })}`;

const Nothing = ({ byTeam }: { byTeam: boolean }) =>
  byTeam ? (
    <Empty title="There is no such team">
      <p>
        <a href={href("/people")}>Make a team</a>
      </p>
    </Empty>
  ) : (
    <Empty title="No recording was counted">
      <p>No processed recording was created in this range, or none is like that.</p>
      <p>
        <a href={href("/stats", {}, { range: "all" })}>Count all recordings</a>
      </p>
    </Empty>
  );

const Stats = () => {
  const [values, change] = useFilters(filters);
  const range = rangeOf(values, "last30");
  const bounds = instants(range);
  const byTeam = values.groupBy === "team";
  const { data, problem, busy, reload } = useQuery(Operation, {
    byTeam,
    filter: {
      ...bounds,
      ...(values.teamIds && { teamIds: listOf(values.teamIds) }),
      ...(values.templateId && { templateId: values.templateId }),
      includedTags: listOf(values.includedTags),
      excludedTags: listOf(values.excludedTags),
    },
  });
  const users = data?.users.stats ?? [];
  const entries = byTeam ? data?.teams?.stats : users;
  // What was counted before would look like the answer to what is asked now.
  const report = problem ? undefined : entries;
  const isEmpty = entries?.length === 0 || users.every((user) => user.totalRecordings === 0);
  return (
    <Screen title="Statistics">
      <StatsFilters
        values={values}
        range={range}
        change={(changes) => change(rangeChanges(range, changes))}
      />
      <Problem of={problem} retry={reload} />
      {!problem && (!data || !entries) && <Skeleton rows={14} />}
      {report && isEmpty && <Nothing byTeam={byTeam && report.length === 0} />}
      {data && report && !isEmpty && (
        <Report
          users={users}
          entries={report}
          templates={data.templates}
          by={byTeam ? "Team" : "User"}
          metric={values.metric}
          busy={busy}
          files={[byTeam ? "team" : "user", range.from, range.to].filter(Boolean).join("-")}
          choose={(metric) => change({ metric })}
        />
      )}
      <CurlHint path={curlPath(byTeam ? "team" : "user", bounds, values)} />
    </Screen>
  );
};

export default Stats;
