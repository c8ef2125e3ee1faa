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
// Languages without spaces between sentences have their own marks.
const UNSPACED_QUESTION_MARK = /[？؟]/;
const AFTER_SENTENCE = /^[\s"'\p{Pe}\p{Pf}\p{Pi}]?$/u;

const countWords = (text: string): number => text.match(WORD)?.length ?? 0;

/**
 * Counts questions. A sentence ends before a space, a closing quote or bracket, or the end of the text: a "?" in a URL
 * doesn't end one.
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

/** The measures of a call without utterances. Zeros would change the averages over other calls. */
const NO_MEASURES: Record<keyof Measures, null> = {
  talkMs: null,
  spokenMs: null,
  repWords: null,
  conversationSwitches: null,
  questionsAsked: null,
  waitedMs: null,
  waitedCount: null,
};

/**
 * Measures a transcript for its row. What a transcript can't show is null: the rep's talk without a line of the rep,
 * and the switches with one speaker.
 */
export const buildMeasureColumns = (
  transcript: readonly StoredUtterance[],
): Record<keyof Measures, number | null> => {
  if (transcript.length === 0) return NO_MEASURES;
  const measures = measureTranscript(transcript);
  const hasRep = transcript.some(({ role }) => role === "rep");
  const { spokenMs, conversationSwitches } = measures;
  return {
    ...(hasRep ? measures : NO_MEASURES),
    spokenMs,
    // Two speakers change at least once.
    conversationSwitches: conversationSwitches || null,
  };
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

/** The metrics of a call's talk, as the API documents them. Null: the transcript can't show it. */
export type TalkMetrics = Record<
  | "talkTime"
  | "talkRatio"
  | "waitedToTalkAvg"
  | "talkSpeed"
  | "conversationSwitches"
  | "switchesPerMinute"
  | "questionsAsked",
  number | null
>;

/** The values for the talk metrics; null if the transcript can't show them, and before the analysis. */
type TalkSource = { [Measure in keyof Measures]: number | null } & { duration: number };

/** The values for the score; null without a process. */
interface ScoreSource {
  processFollowed: number | null;
  processTotal: number | null;
  processPoints: number | null;
  processMax: number | null;
}

/** Computes the metrics of a call's talk. Null without a transcript. */
export const computeTalkMetrics = (row: TalkSource): TalkMetrics | null => {
  if (row.spokenMs === null) return null;
  const { talkMs, conversationSwitches: switches } = row;
  return {
    talkTime: talkMs,
    talkRatio: talkMs === null ? null : divideOrZero(talkMs, row.spokenMs),
    waitedToTalkAvg: talkMs === null ? null : divideOrZero(row.waitedMs, row.waitedCount),
    talkSpeed: talkMs === null ? null : divideOrZero((row.repWords ?? 0) * MINUTE_MS, talkMs),
    conversationSwitches: switches,
    switchesPerMinute: switches === null ? null : divideOrZero(switches * MINUTE_MS, row.duration),
    questionsAsked: row.questionsAsked,
  };
};

/**
 * Computes the percentage of a template's points: of its questions answered yes, if none is rated and all weigh the
 * same. Null without a process, and while no question counts.
 */
export const computeProcessScore = ({
  processFollowed,
  processTotal,
  processPoints,
  processMax,
}: ScoreSource): number | null => {
  if (processTotal === null || processMax === 0) return null;
  return divideOrZero(100 * (processPoints ?? processFollowed ?? 0), processMax ?? processTotal);
};
