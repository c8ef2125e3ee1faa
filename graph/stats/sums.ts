import type { FactSourceRow } from "../../db/stats/fact-sources.js";
import type { TalkMetrics } from "./measures.js";

/** A processed recording: its row and computed values. */
interface MeasuredRecording {
  row: FactSourceRow;
  /** Null without a transcript. */
  metrics: TalkMetrics | null;
  /** Null without a process. */
  score: number | null;
}

/** A field of StatEntry, over GraphQL and /v1. */
interface StatField {
  field: string;
  description: string;
}

export interface SumDeclaration {
  /** Returns the recording's contribution: an integer, or any number of at least 0 where `isFraction` is set. */
  measure: (recording: MeasuredRecording) => number;
  isFraction?: true;
  /** Starts at 1. Increase it when `measure` changes its result for a recording. */
  revision?: number;
  /** Shows the sum itself. */
  sum?: StatField;
  /** Shows the sum divided by another sum, `recordings` by default. */
  average?: StatField & { over?: string };
  /** The name under which StatEntry.total has the sum. */
  total?: string;
}

/**
 * The sums over processed recordings. One declaration defines a sum: tallies, the stored format, the fields of
 * StatEntry and the response of /v1/stats follow from it, in this order. A change of this table changes the stored
 * format, so the next start rebuilds the stored statistics.
 */
export const sums = {
  recordings: {
    measure: () => 1,
    sum: { field: "totalRecordings", description: "Processed recordings." },
  },
  closed: {
    measure: ({ row }) => row.closed,
    sum: { field: "recordingsClosed", description: "Recordings with a closed deal." },
  },
  duration: {
    measure: ({ row }) => row.duration,
    average: { field: "avgRecordingDuration", description: "Milliseconds." },
    total: "recordingDuration",
  },
  talkTime: {
    measure: ({ metrics }) => metrics?.talkTime ?? 0,
    average: {
      field: "avgTalkTime",
      description: "The rep's talk time in milliseconds.",
      over: "withRep",
    },
    total: "talkTime",
  },
  talkRatio: {
    measure: ({ metrics }) => metrics?.talkRatio ?? 0,
    isFraction: true,
    average: {
      field: "avgTalkRatio",
      description: "The rep's share of all talk time, from 0 to 1.",
      over: "withRep",
    },
    total: "talkRatio",
  },
  waitedToTalkAvg: {
    measure: ({ metrics }) => metrics?.waitedToTalkAvg ?? 0,
    isFraction: true,
    average: {
      field: "avgWaitedToTalkAvg",
      description: "The rep's average pause before an answer, in milliseconds.",
      over: "withRep",
    },
    total: "waitedToTalkAvg",
  },
  talkSpeed: {
    measure: ({ metrics }) => metrics?.talkSpeed ?? 0,
    isFraction: true,
    average: {
      field: "avgTalkSpeed",
      description: "The rep's words per minute of talk.",
      over: "withRep",
    },
    total: "talkSpeed",
  },
  conversationSwitches: {
    measure: ({ metrics }) => metrics?.conversationSwitches ?? 0,
    average: {
      field: "avgConversationSwitches",
      description: "Changes of speaker.",
      over: "withSwitches",
    },
    total: "conversationSwitches",
  },
  switchesPerMinute: {
    measure: ({ metrics }) => metrics?.switchesPerMinute ?? 0,
    isFraction: true,
    average: {
      field: "avgSwitchesPerMinute",
      description: "Changes of speaker per minute.",
      over: "withSwitches",
    },
    total: "switchesPerMinute",
  },
  questionsAsked: {
    measure: ({ metrics }) => metrics?.questionsAsked ?? 0,
    average: {
      field: "avgQuestionsAsked",
      description: "Questions that the rep asked.",
      over: "withRep",
    },
    total: "questionsAsked",
  },
  processScore: {
    measure: ({ score }) => score ?? 0,
    isFraction: true,
    average: {
      field: "avgProcessScore",
      description:
        "The score, from 0 to 100, over recordings with a process. Without weights and ratings, it is the percentage of template questions answered yes.",
      over: "withProcess",
    },
    total: "processScore",
  },
  withTranscript: {
    measure: ({ metrics }) => (metrics === null ? 0 : 1),
    sum: {
      field: "recordingsWithTranscript",
      description: "Recordings with a transcript.",
    },
  },
  withRep: {
    measure: ({ metrics }) => (metrics === null || metrics.talkTime === null ? 0 : 1),
    sum: {
      field: "recordingsWithRep",
      description:
        "Recordings whose transcript shows what the rep said, over which the rep's metrics are averaged.",
    },
  },
  withSwitches: {
    measure: ({ metrics }) => (metrics === null || metrics.conversationSwitches === null ? 0 : 1),
    sum: {
      field: "recordingsWithSwitches",
      description: "Recordings with two speakers or more, over which their changes are averaged.",
    },
  },
  withProcess: {
    measure: ({ score }) => (score === null ? 0 : 1),
    sum: {
      field: "recordingsWithProcess",
      description: "Recordings with a score: analysed with a template, of which a question counts.",
    },
  },
  withCoaching: {
    measure: ({ row }) => row.coached,
    sum: { field: "recordingsWithCoaching", description: "Recordings with coaching." },
  },
  withActions: {
    measure: ({ row }) => (row.actionItemCount ? 1 : 0),
    sum: {
      field: "recordingsWithActions",
      description: "Recordings with at least one action item.",
    },
  },
  actionItems: {
    measure: ({ row }) => row.actionItemCount ?? 0,
    sum: { field: "totalActionItems", description: "All action items." },
  },
  reviewed: {
    measure: ({ row }) => (row.reviews > 0 ? 1 : 0),
    sum: { field: "reviewedCount", description: "Recordings with at least one review." },
  },
  reviews: {
    measure: ({ row }) => row.reviews,
    sum: { field: "totalReviews", description: "All reviews." },
  },
  reviewMs: {
    measure: ({ row }) => row.reviewMs,
    sum: { field: "totalReviewMs", description: "The duration of all reviews in milliseconds." },
    average: {
      field: "avgReviewMs",
      description: "The average duration of a review in milliseconds.",
      over: "reviews",
    },
  },
} as const satisfies Record<string, SumDeclaration>;

export type SumName = keyof typeof sums;

type Declared = (typeof sums)[SumName];

export type SumFieldName =
  | Extract<Declared, { sum: unknown }>["sum"]["field"]
  | Extract<Declared, { average: unknown }>["average"]["field"];

export type TotalName = Extract<Declared, { total: unknown }>["total"];

/** In the order of the declarations. */
export const sumNames = Object.keys(sums) as SumName[];

export const isFraction = (name: SumName): boolean => "isFraction" in sums[name];
