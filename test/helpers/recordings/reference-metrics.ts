import type { MeasuredMetrics, TestUtterance } from "./measure-call.js";

const sumOf = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0);
const divideOrZero = (dividend: number, divisor: number): number =>
  divisor === 0 ? 0 : dividend / divisor;

const totalLengthMs = (utterances: TestUtterance[]): number =>
  sumOf(utterances.map(({ start, end }) => end - start));

const countWords = (text: string): number =>
  text.split(/[^\p{L}\p{M}\p{N}'’]+/u).filter((word) => word !== "").length;

/**
 * Splits after punctuation marks and counts the pieces that end with a question mark, if a new
 * sentence may follow.
 */
const countQuestions = (text: string): number =>
  text
    .split(/(?<=[.!…?？؟])(?![.!…?？؟])/u)
    .filter(
      (piece, index, pieces) =>
        /[？؟][.!…?？؟]*$/u.test(piece) ||
        (/\?[.!…?]*$/u.test(piece) && /^([\s"'’”“»«)\]}]|$)/u.test(pieces[index + 1] ?? "")),
    ).length;

/** Computes each metric literally from its documented formula. */
export const computeReferenceMetrics = (
  transcript: TestUtterance[],
  duration: number | null,
  process: { yes: number; questions: number } | null,
): MeasuredMetrics & { duration: number } => {
  const utterances = transcript.toSorted((a, b) => a.start - b.start);
  const rep = utterances.filter(({ role }) => role === "rep");
  const pairs = utterances.slice(1).map((next, index) => ({ previous: utterances[index]!, next }));
  const switches = pairs.filter(({ previous, next }) => previous.speaker !== next.speaker);
  const waits = switches
    .filter(({ next }) => next.role === "rep")
    .map(({ previous, next }) => Math.max(0, next.start - previous.end));
  const durationMs = duration ?? Math.max(0, ...utterances.map(({ end }) => end));
  const ofRep = (value: number): number | null => (rep.length > 0 ? value : null);
  const speakers = new Set(utterances.map(({ speaker }) => speaker));
  const ofSpeakers = (value: number): number | null => (speakers.size >= 2 ? value : null);
  return {
    duration: durationMs,
    talkTime: ofRep(totalLengthMs(rep)),
    talkRatio: ofRep(divideOrZero(totalLengthMs(rep), totalLengthMs(utterances))),
    waitedToTalkAvg: ofRep(divideOrZero(sumOf(waits), waits.length)),
    talkSpeed: ofRep(
      divideOrZero(sumOf(rep.map(({ text }) => countWords(text))), totalLengthMs(rep) / 60_000),
    ),
    conversationSwitches: ofSpeakers(switches.length),
    switchesPerMinute: ofSpeakers(divideOrZero(switches.length, durationMs / 60_000)),
    questionsAsked: ofRep(sumOf(rep.map(({ text }) => countQuestions(text)))),
    processScore: process && divideOrZero(100 * process.yes, process.questions),
  };
};
