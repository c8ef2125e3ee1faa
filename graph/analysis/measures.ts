import type { StoredUtterance } from "../db/transcripts.js";

const MINUTE_MS = 60_000;

/** What is kept of a transcript: counts and milliseconds, so that sums over recordings are exact. */
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
// What sentences end in, all that stands together: "??" and "?!" are one end.
const MARKS = /[.!…?？؟]+/gu;
const QUESTION = /[?？؟]/;
// Few languages leave no space between sentences, and those have a mark of their own.
const ALWAYS_AN_END = /[？؟]/;
const AFTER_AN_END = /^[\s"'\p{Pe}\p{Pf}\p{Pi}]?$/u;

const countWords = (text: string): number => text.match(WORD)?.length ?? 0;

/** An end of a sentence is followed by space, a closing quote or bracket or nothing: no "?" in a URL is one. */
const countQuestions = (text: string): number => {
  let count = 0;
  for (const { 0: marks, index } of text.matchAll(MARKS)) {
    if (!QUESTION.test(marks)) continue;
    const next = text.charAt(index + marks.length);
    if (ALWAYS_AN_END.test(marks) || AFTER_AN_END.test(next)) count += 1;
  }
  return count;
};

/** Measures an ordered transcript; speakers count as they were sent, not as they are shown. */
export const measure = (transcript: readonly StoredUtterance[]): Measures => {
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

const ratio = (dividend: number | null, divisor: number | null): number =>
  divisor ? (dividend ?? 0) / divisor : 0;

/** As the contract defines them. */
export interface Metrics {
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

/** What metrics are computed from: the measures, which are null before a recording is processed. */
export type Measured = { [Measure in keyof Measures]: number | null } & {
  duration: number;
  processFollowed: number | null;
  processTotal: number | null;
};

export const metricsOf = (row: Measured): Metrics => ({
  talkTime: row.talkMs ?? 0,
  talkRatio: ratio(row.talkMs, row.spokenMs),
  waitedToTalkAvg: ratio(row.waitedMs, row.waitedCount),
  talkSpeed: ratio((row.repWords ?? 0) * MINUTE_MS, row.talkMs),
  conversationSwitches: row.conversationSwitches ?? 0,
  switchesPerMinute: ratio((row.conversationSwitches ?? 0) * MINUTE_MS, row.duration),
  questionsAsked: row.questionsAsked ?? 0,
  processScore:
    row.processTotal === null ? null : ratio(100 * (row.processFollowed ?? 0), row.processTotal),
});
