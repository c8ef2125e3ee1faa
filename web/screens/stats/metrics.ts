import { clock } from "../../src/format.js";
import type { StatsQuery } from "../stats.graphql.js";

export type Entry = StatsQuery["users"]["stats"][number];
/** What is shown of a group: a user, a team or everybody. */
export type Figures = Pick<Entry, MetricName>;

type Kind = "count" | "time" | "wait" | "ratio" | "score" | "mean";

interface Metric {
  text: string;
  /** As the contract has it, and so the CSV. */
  unit: string;
  about: string;
  kind: Kind;
  /** An average over none of these is no average. */
  over?: "totalRecordings" | "recordingsWithProcess" | "totalReviews";
  /** In `total`, what the average is the share of; without, the sum of all groups is meant. */
  sum?: string;
}

const average = (text: string, kind: Kind, unit: string, sum: string, about: string): Metric => ({
  text,
  kind,
  unit,
  sum,
  about,
  over: "totalRecordings",
});

const count = (text: string, unit: string, about: string): Metric => ({
  text,
  kind: "count",
  unit,
  about,
});

/** By their names in the contract. */
export const metrics = {
  totalRecordings: count("Recordings", "recordings", "Processed recordings created in the range"),
  recordingsClosed: count("Deals closed", "recordings", "Recordings in which the deal was closed"),
  avgRecordingDuration: average("Length", "time", "ms", "recordingDuration", "Of a recording"),
  avgTalkTime: average("Talk time", "time", "ms", "talkTime", "How long the rep talked"),
  avgTalkRatio: average("Talk ratio", "ratio", "0..1", "talkRatio", "The rep's share of all talk"),
  avgWaitedToTalkAvg: average(
    "Wait before talking",
    "wait",
    "ms",
    "waitedToTalkAvg",
    "How long the rep waited after somebody else",
  ),
  avgTalkSpeed: average("Talk speed", "mean", "words/min", "talkSpeed", "The rep's words a minute"),
  avgConversationSwitches: average(
    "Switches",
    "mean",
    "switches",
    "conversationSwitches",
    "How often the speaker changed",
  ),
  avgSwitchesPerMinute: average(
    "Switches a minute",
    "mean",
    "switches/min",
    "switchesPerMinute",
    "How often the speaker changed in a minute",
  ),
  avgQuestionsAsked: average(
    "Questions asked",
    "mean",
    "questions",
    "questionsAsked",
    "By the rep",
  ),
  avgProcessScore: {
    ...average("Process score", "score", "0..100", "processScore", "Questions answered yes"),
    over: "recordingsWithProcess",
  },
  recordingsWithProcess: count("With process", "recordings", "Recordings with a process"),
  recordingsWithCoaching: count("With coaching", "recordings", "Recordings with coaching"),
  recordingsWithActions: count("With actions", "recordings", "Recordings with an action item"),
  totalActionItems: count("Action items", "action items", "In all recordings"),
  reviewedCount: count("Reviewed", "recordings", "Recordings with a review"),
  totalReviews: count("Reviews", "reviews", "Of all recordings"),
  totalReviewMs: { ...count("Review time", "ms", "Of all reviews"), kind: "time" },
  avgReviewMs: {
    text: "Time a review",
    kind: "time",
    unit: "ms",
    about: "Of a review",
    over: "totalReviews",
  },
} satisfies Record<string, Metric>;

export type MetricName = keyof typeof metrics;

export const metricOf = (name: MetricName): Metric => metrics[name];

export const metricNames = Object.keys(metrics) as MetricName[];

export const isMetric = (name: string | undefined): name is MetricName =>
  name !== undefined && Object.hasOwn(metrics, name);

/** Null where it would be an average over nothing. */
export const valueOf = (figures: Figures, name: MetricName): number | null => {
  const { over } = metricOf(name);
  return over && figures[over] === 0 ? null : figures[name];
};

const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat(undefined, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

const shown: Record<Kind, (value: number) => string> = {
  count: (value) => whole.format(value),
  time: clock,
  wait: (value) => `${tenths.format(value / 1000)} s`,
  ratio: (value) => `${tenths.format(100 * value)} %`,
  score: (value) => tenths.format(value),
  mean: (value) => tenths.format(value),
};

const units: Partial<Record<Kind, string>> = { time: "h:mm:ss", wait: "s", ratio: "%" };

/** With the unit of what `textOf` gives. */
export const titleOf = (name: MetricName): string => {
  const { text, kind, unit } = metricOf(name);
  const shown = units[kind] ?? unit;
  return text.toLowerCase() === shown ? text : `${text} (${shown})`;
};

export const textOf = (value: number | null, name: MetricName): string =>
  value === null ? "–" : shown[metricOf(name).kind](value);

/** As `textOf`, for the round values of an axis. */
export const tickOf = (value: number, name: MetricName): string =>
  textOf(value, name).replace(/[.,]0(?=\D|$)/, "");
