import type { StoredUtterance } from "../../db/recordings/transcript.js";

const MINUTE_MS = 60_000;

/** The stored measures of a transcript: counts and milliseconds, so that sums over recordings are exact. */
export type Measures = Record<
  | "talkMs"
  | "spokenMs"
  | "repWords"
  | "conversationSwitches"
  | "questionsAsked"
  | "waitedMs"
  | "waitedCount",
  number
>;

// Letters with their combining marks, digits, and both apostrophes.
const WORD = /[\p{L}\p{M}\p{N}'’]+/gu;
// Marks that end a sentence. Adjacent marks, such as "??" and "?!", are one end.
const SENTENCE_MARKS = /[.!…?？؟]+/gu;
const QUESTION_MARK = /[?？؟]/;
// Languages without spaces between sentences have marks of their own.
const UNSPACED_QUESTION_MARK = /[？؟]/;
const AFTER_SENTENCE = /^[\s"'\p{Pe}\p{Pf}\p{Pi}]?$/u;

const countWords = (text: string): number => text.match(WORD)?.length ?? 0;

/**
 * Counts questions. A sentence ends before a space, a closing quote or bracket, or the end of the text: a "?"
 * in a URL is no end.
 */
const countQuestions = (text: string): number => {
  let count = 0;
  for (const { 0: marks, index } of text.matchAll(SENTENCE_MARKS)) {
    if (!QUESTION_MARK.test(marks)) continue;
    const next = text.charAt(index + marks.length);
    if (UNSPACED_QUESTION_MARK.test(marks) || AFTER_SENTENCE.test(next)) count += 1;
  }
  return count;
};

/** Measures a transcript in the order of start. Compares speakers as sent, not as displayed. */
export const measureTranscript = (transcript: readonly StoredUtterance[]): Measures => {
  const sum: Measures = {
    talkMs: 0,
    spokenMs: 0,
    repWords: 0,
    conversationSwitches: 0,
    questionsAsked: 0,
    waitedMs: 0,
    waitedCount: 0,
  };
  for (const [index, utterance] of transcript.entries()) {
    const length = utterance.end - utterance.start;
    const previous = transcript[index - 1];
    const switched = previous !== undefined && previous.speaker !== utterance.speaker;
    sum.spokenMs += length;
    if (switched) sum.conversationSwitches += 1;
    if (utterance.role !== "rep") continue;
    sum.talkMs += length;
    sum.repWords += countWords(utterance.text);
    sum.questionsAsked += countQuestions(utterance.text);
    if (!switched) continue;
    sum.waitedMs += Math.max(0, utterance.start - previous.end);
    sum.waitedCount += 1;
  }
  return sum;
};

const divideOrZero = (dividend: number | null, divisor: number | null): number =>
  divisor ? (dividend ?? 0) / divisor : 0;

/** The metrics of a call, as the API documents them. */
export interface CallMetrics {
  talkTime: number;
  talkRatio: number;
  waitedToTalkAvg: number;
  talkSpeed: number;
  conversationSwitches: number;
  switchesPerMinute: number;
  questionsAsked: number;
  /** Null without a process. */
  processScore: number | null;
}

/** The values that metrics are computed from. Measures are null before a recording is processed. */
export type MetricSource = { [Measure in keyof Measures]: number | null } & {
  duration: number;
  processFollowed: number | null;
  processTotal: number | null;
};

export const computeMetrics = (row: MetricSource): CallMetrics => ({
  talkTime: row.talkMs ?? 0,
  talkRatio: divideOrZero(row.talkMs, row.spokenMs),
  waitedToTalkAvg: divideOrZero(row.waitedMs, row.waitedCount),
  talkSpeed: divideOrZero((row.repWords ?? 0) * MINUTE_MS, row.talkMs),
  conversationSwitches: row.conversationSwitches ?? 0,
  switchesPerMinute: divideOrZero((row.conversationSwitches ?? 0) * MINUTE_MS, row.duration),
  questionsAsked: row.questionsAsked ?? 0,
  processScore:
    row.processTotal === null
      ? null
      : divideOrZero(100 * (row.processFollowed ?? 0), row.processTotal),
});
