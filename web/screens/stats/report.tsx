import type { StatsQuery, WinRatesQueryVariables } from "./stats.graphql.js";
import { distinguishNames } from "../../lib/distinguish-names.js";
import { AllMetrics } from "./all-metrics.js";
import { ByTag } from "./by-tag.js";
import { combineUsers } from "./combine-users.js";
import type { StatsGroup } from "./stats-group.js";
import { MetricSection } from "./metric-section.js";
import { OverTimeSection, type OverTimeSectionProps } from "./over-time-section.js";
import { type StatEntry, isMetric, resolveValue } from "./metrics.js";
import { Questions } from "./questions.js";
import { WinRates } from "./win-rates.js";

/** All statistics. `entries` are the groups shown; `users`: the basis of the totals. */
export const Report = ({
  users,
  entries,
  templates,
  agreements,
  by,
  metric,
  isBusy,
  fileSuffix,
  filter,
  onChange,
  ...overTime
}: {
  users: StatEntry[];
  entries: NonNullable<StatsQuery["teams"]>["stats"];
  templates: StatsQuery["templates"];
  agreements: StatsQuery["verdictAgreement"];
  by: "User" | "Team";
  metric: string | undefined;
  isBusy: boolean;
  /** The part that CSV file names have in common. */
  fileSuffix: string;
  /** The recordings of these statistics. */
  filter: WinRatesQueryVariables["filter"];
} & Pick<
  OverTimeSectionProps,
  "all" | "variables" | "range" | "interval" | "targets" | "onChange"
>) => {
  const name = isMetric(metric) ? metric : "totalRecordings";
  const value = ({ figures }: StatsGroup): number => resolveValue(figures, name) ?? -1;
  const named = entries.map((entry): StatsGroup => ({
    id: entry.email ?? entry.teamId ?? entry.name,
    name: entry.name,
    figures: entry,
  }));
  const groups = distinguishNames(named, by === "Team" ? "teams" : "users")
    // The sort is stable: groups with equal values keep their order by name.
    .toSorted((a, b) => value(b) - value(a));
  const total = { id: "", name: "All users", figures: combineUsers(users) };
  const shared = { by, groups, total, isBusy };
  return (
    <div class="single-column">
      <OverTimeSection
        {...overTime}
        name={name}
        by={by}
        groups={groups.filter(({ figures }) => figures.totalRecordings > 0)}
        isBusy={isBusy}
        fileSuffix={fileSuffix}
        onChange={onChange}
      />
      <MetricSection {...shared} name={name} />
      <WinRates
        filter={filter}
        calls={
          overTime.all.calls && {
            ...overTime.all.calls,
            from: overTime.range.from,
            to: overTime.range.to,
          }
        }
        templates={templates}
        fileName={`won-deals-${fileSuffix}.csv`}
      />
      <AllMetrics
        {...shared}
        sortedBy={name}
        onMetricChange={(chosen) => onChange({ metric: chosen })}
        fileName={`statistics-by-${fileSuffix}.csv`}
      />
      <ByTag entries={users} isBusy={isBusy} fileName={`tags-${fileSuffix}.csv`} />
      <Questions
        entries={users}
        templates={templates}
        agreements={agreements}
        isBusy={isBusy}
        fileName={`questions-${fileSuffix}.csv`}
      />
    </div>
  );
};
