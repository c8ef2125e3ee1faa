import { type Entry, type Figures, metricNames, metricOf } from "./metrics.js";

/** The users' figures as those of one group: averages of all recordings, not of averages. */
export const everybody = (users: Entry[]): Figures => {
  const sum = (of: (entry: Entry) => number): number =>
    users.reduce((all, entry) => all + of(entry), 0);
  const figures = Object.fromEntries(
    metricNames.map((name) => [name, sum((entry) => entry[name])]),
  ) as Figures;
  for (const name of metricNames) {
    const { over, sum: part } = metricOf(name);
    if (!over) continue;
    const whole = part
      ? sum(({ total }) => (total as Record<string, number>)[part] ?? 0)
      : figures.totalReviewMs;
    figures[name] = figures[over] === 0 ? 0 : whole / figures[over];
  }
  return figures;
};
