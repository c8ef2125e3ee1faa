/** A week of a user, as `stats` returns it. */
export interface MailWeekCounts {
  totalRecordings: number;
  recordingsClosed: number;
  recordingsWithProcess: number;
  /** Sums by name. */
  total: Record<string, number>;
}

/** The fields of `MailWeekCounts`, for operations. */
export const WEEK_COUNTS = "totalRecordings recordingsClosed recordingsWithProcess total";

/** The figures of some weeks of some users. Undefined without a call that has the figure. */
export interface MailFigures {
  calls: number;
  /** From 0 to 100. */
  score: number | undefined;
  /** From 0 to 100. */
  closedPercent: number | undefined;
}

const divide = (sum: number, count: number): number | undefined =>
  count === 0 ? undefined : Math.round(sum / count);

/** Adds weeks up: each call counts the same. Figures are rounded, so that a change agrees with them. */
export const sumWeeks = (weeks: readonly MailWeekCounts[]): MailFigures => {
  const sumOf = (select: (week: MailWeekCounts) => number): number =>
    weeks.reduce((sum, week) => sum + select(week), 0);
  const calls = sumOf(({ totalRecordings }) => totalRecordings);
  const scored = sumOf(({ recordingsWithProcess }) => recordingsWithProcess);
  return {
    calls,
    score: divide(
      sumOf(({ total }) => total["processScore"] ?? 0),
      scored,
    ),
    closedPercent: divide(100 * sumOf(({ recordingsClosed }) => recordingsClosed), calls),
  };
};

/** Formats a figure with its change, such as "68 (+4)". Undefined without the figure. */
export const formatChange = (
  now: number | undefined,
  before: number | undefined,
  unit = "",
): string | undefined => {
  if (now === undefined) return undefined;
  if (before === undefined) return `${now}${unit}`;
  const change = now - before;
  const sign = change > 0 ? "+" : "−";
  return `${now}${unit} (${change === 0 ? "unchanged" : `${sign}${Math.abs(change)}`})`;
};

export const formatCount = (count: number | string, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** Formats the calls, and the score with its change, if there is one. */
export const formatCallsAndScore = (now: MailFigures, before: MailFigures): string => {
  const score = formatChange(now.score, before.score);
  return `${formatCount(now.calls, "call")}${score === undefined ? "" : `, score ${score}`}`;
};
