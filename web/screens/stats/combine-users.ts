import { type StatEntry, type StatsFigures, metricNames, metricOf } from "./metrics.js";

/** Combines the users' metrics into one group. Averages weight every recording equally. */
export const combineUsers = (users: StatEntry[]): StatsFigures => {
  const sumOver = (select: (entry: StatEntry) => number): number =>
    users.reduce((total, entry) => total + select(entry), 0);
  const figures = Object.fromEntries(
    metricNames.map((name) => [name, sumOver((entry) => entry[name])]),
  ) as StatsFigures;
  for (const name of metricNames) {
    const { over, sum } = metricOf(name);
    if (!over) continue;
    const total = sum
      ? sumOver((entry) => (entry.total as Record<string, number>)[sum] ?? 0)
      : figures.totalReviewMs;
    figures[name] = figures[over] === 0 ? 0 : total / figures[over];
  }
  return figures;
};
