import type { StatsQuery } from "../stats.graphql.js";
import { AllMetrics } from "./all.js";
import { ByTag } from "./by-tag.js";
import { everybody } from "./everybody.js";
import type { Group } from "./group.js";
import { Metric } from "./metric.js";
import { type Entry, isMetric, valueOf } from "./metrics.js";
import { Questions } from "./questions.js";

/** All that is counted: `entries` are the groups, `users` what they are made of. */
export const Report = ({
  users,
  entries,
  templates,
  by,
  metric,
  busy,
  files,
  choose,
}: {
  users: Entry[];
  entries: NonNullable<StatsQuery["teams"]>["stats"];
  templates: StatsQuery["templates"];
  by: "User" | "Team";
  metric: string | undefined;
  busy: boolean;
  /** What is in the names of files. */
  files: string;
  choose: (metric: string) => void;
}) => {
  const name = isMetric(metric) ? metric : "totalRecordings";
  const value = ({ figures }: Group): number => valueOf(figures, name) ?? -1;
  const groups = entries
    .map((entry): Group => ({
      id: entry.email ?? entry.teamId ?? entry.name,
      name: entry.name,
      figures: entry,
    }))
    // Equal ones stay in the order of their names.
    .toSorted((a, b) => value(b) - value(a));
  const all = { id: "", name: "All users", figures: everybody(users) };
  const shared = { by, groups, everybody: all, busy, choose };
  return (
    <div class="columns-of-one">
      <Metric {...shared} name={name} />
      <AllMetrics {...shared} sorted={name} fileName={`statistics-by-${files}.csv`} />
      <ByTag of={users} busy={busy} fileName={`tags-${files}.csv`} />
      <Questions of={users} templates={templates} busy={busy} fileName={`questions-${files}.csv`} />
    </div>
  );
};
