import { formatLength } from "../../lib/format.js";
import type { FigureName } from "../../lib/figure-texts.js";
import type { StatsQuery } from "./stats.graphql.js";

export type StatEntry = StatsQuery["users"]["stats"][number];
/** The metrics of a group: a user, a team or all users. */
export type StatsFigures = Pick<StatEntry, MetricName>;

type MetricKind = "count" | "time" | "wait" | "ratio" | "score" | "mean";

interface Metric {
  text: string;
  /** The unit in the API and in CSV files. */
  unit: string;
  about: string;
  kind: MetricKind;
  /** The count that an average divides by. */
  over?:
    | "totalRecordings"
    | "recordingsWithRep"
    | "recordingsWithSwitches"
    | "recordingsWithProcess"
    | "totalReviews";
  /** The name of the average's sum in `total`. The review average uses `totalReviewMs` instead. */
  sum?: string;
  /** The figure with the metric's target. */
  figure?: FigureName;
}

const defineAverage = (
  text: string,
  kind: MetricKind,
  unit: string,
  sum: string,
  about: string,
  over: Metric["over"] = "recordingsWithRep",
): Metric => ({ text, kind, unit, sum, about, over });

const defineCount = (text: string, unit: string, about: string): Metric => ({
  text,
  kind: "count",
  unit,
  about,
});

/** All metrics, by their names in the API. */
const metrics = {
  totalRecordings: defineCount(
    "Recordings",
    "recordings",
    "Processed recordings created in the range",
  ),
  recordingsClosed: defineCount(
    "Deals closed",
    "recordings",
    "Recordings in which the deal was closed",
  ),
  avgRecordingDuration: defineAverage(
    "Duration",
    "time",
    "ms",
    "recordingDuration",
    "Duration of a recording",
    "totalRecordings",
  ),
  avgTalkTime: defineAverage("Talk time", "time", "ms", "talkTime", "Time the rep talked"),
  avgTalkRatio: {
    ...defineAverage(
      "Talk ratio",
      "ratio",
      "0..1",
      "talkRatio",
      "The rep's share of the talk time",
    ),
    figure: "talkRatio",
  },
  avgWaitedToTalkAvg: defineAverage(
    "Wait before talking",
    "wait",
    "ms",
    "waitedToTalkAvg",
    "Pause before the rep answers",
  ),
  avgTalkSpeed: defineAverage(
    "Talk speed",
    "mean",
    "words/min",
    "talkSpeed",
    "The rep's words per minute",
  ),
  avgConversationSwitches: defineAverage(
    "Speaker switches",
    "mean",
    "switches",
    "conversationSwitches",
    "Changes of speaker in a recording",
    "recordingsWithSwitches",
  ),
  avgSwitchesPerMinute: defineAverage(
    "Switches per minute",
    "mean",
    "switches/min",
    "switchesPerMinute",
    "Changes of speaker per minute",
    "recordingsWithSwitches",
  ),
  avgQuestionsAsked: {
    ...defineAverage(
      "Questions asked",
      "mean",
      "questions",
      "questionsAsked",
      "Questions the rep asked",
    ),
    figure: "questions",
  },
  avgProcessScore: {
    ...defineAverage(
      "Process score",
      "score",
      "0..100",
      "processScore",
      "Share of the scorecard’s possible points",
      "recordingsWithProcess",
    ),
    figure: "score",
  },
  recordingsWithTranscript: defineCount(
    "With transcript",
    "recordings",
    "Recordings with a transcript",
  ),
  recordingsWithRep: defineCount(
    "With the rep's words",
    "recordings",
    "Recordings whose transcript shows what the rep said",
  ),
  recordingsWithSwitches: defineCount(
    "With two speakers",
    "recordings",
    "Recordings with two speakers or more",
  ),
  recordingsWithProcess: defineCount(
    "With process",
    "recordings",
    "Recordings with a process score",
  ),
  recordingsWithCoaching: defineCount("With coaching", "recordings", "Recordings with coaching"),
  recordingsWithActions: defineCount(
    "With actions",
    "recordings",
    "Recordings with an action item",
  ),
  totalActionItems: defineCount("Action items", "action items", "Action items in all recordings"),
  reviewedCount: defineCount("Reviewed", "recordings", "Recordings with a review"),
  totalReviews: defineCount("Reviews", "reviews", "Reviews of all recordings"),
  totalReviewMs: { ...defineCount("Review time", "ms", "Duration of all reviews"), kind: "time" },
  avgReviewMs: {
    text: "Average review time",
    kind: "time",
    unit: "ms",
    about: "Duration of a review",
    over: "totalReviews",
  },
} satisfies Record<string, Metric>;

export type MetricName = keyof typeof metrics;

export const metricOf = (name: MetricName): Metric => metrics[name];

export const metricNames = Object.keys(metrics) as MetricName[];

export const isMetric = (name: string | undefined): name is MetricName =>
  name !== undefined && Object.hasOwn(metrics, name);

/** Returns the metric's value; null for an average over zero items. */
export const resolveValue = (figures: StatsFigures, name: MetricName): number | null => {
  const { over } = metricOf(name);
  return over && figures[over] === 0 ? null : figures[name];
};

const MIN_COUNTED = 5;

/** Returns how many recordings or reviews an average is over; null if the metric is no average. */
export const countAveraged = (figures: StatsFigures, name: MetricName): number | null => {
  const { over } = metricOf(name);
  return over ? figures[over] : null;
};

/** Returns whether an average is over too few to say anything about a person. */
export const isOverTooFew = (figures: StatsFigures, name: MetricName): boolean => {
  const count = countAveraged(figures, name);
  return count !== null && count > 0 && count < MIN_COUNTED;
};

/** Returns the filters of the list of the calls that a metric is about; undefined for a count of some of them. */
export const findCalls = (name: MetricName): Record<string, string> | undefined => {
  const { over } = metricOf(name);
  if (name === "reviewedCount" || over === "totalReviews") return { reviewed: "true" };
  return over || name === "totalRecordings" ? {} : undefined;
};

const wholeFormat = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const tenthsFormat = new Intl.NumberFormat(undefined, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

const formatters: Record<MetricKind, (value: number) => string> = {
  count: (value) => wholeFormat.format(value),
  time: formatLength,
  wait: (value) => `${tenthsFormat.format(value / 1000)} s`,
  ratio: (value) => `${tenthsFormat.format(100 * value)} %`,
  score: (value) => tenthsFormat.format(value),
  mean: (value) => tenthsFormat.format(value),
};

const units: Partial<Record<MetricKind, string>> = { time: "h:mm:ss", wait: "s", ratio: "%" };

/** Returns the metric's title with its unit. */
export const formatTitle = (name: MetricName): string => {
  const { text, kind, unit } = metricOf(name);
  const shown = units[kind] ?? unit;
  return text.toLowerCase() === shown ? text : `${text} (${shown})`;
};

/** Formats a metric's value without its unit; "–" for null. */
export const formatMetric = (value: number | null, name: MetricName): string =>
  value === null ? "–" : formatters[metricOf(name).kind](value);

/** Formats a value for an axis: like `formatMetric`, without a trailing ".0". */
export const formatTick = (value: number, name: MetricName): string =>
  formatMetric(value, name).replace(/[.,]0(?=\D|$)/, "");
