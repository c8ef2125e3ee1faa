import type { MeasuredMetrics, TestUtterance } from "./measure-call.js";

const sumOf = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0);
const divideOrZero = (dividend: number, divisor: number): number =>
  divisor === 0 ? 0 : dividend / divisor;

const totalLengthMs = (said: TestUtterance[]): number =>
  sumOf(said.map(({ start, end }) => end - start));

const countWords = (text: string): number =>
  text.split(/[^\p{L}\p{M}\p{N}'’]+/u).filter((word) => word !== "").length;

/** Each piece ends where marks do; it is a question if it has one there, and a new sentence may follow. */
const countQuestions = (text: string): number =>
  text
    .split(/(?<=[.!…?？؟])(?![.!…?？؟])/u)
    .filter(
      (piece, index, pieces) =>
        /[？؟][.!…?？؟]*$/u.test(piece) ||
        (/\?[.!…?]*$/u.test(piece) && /^([\s"'’”“»«)\]}]|$)/u.test(pieces[index + 1] ?? "")),
    ).length;

/** The formulas one by one, as they are written down. */
export const computeReferenceMetrics = (
  transcript: TestUtterance[],
  duration: number | null,
  process: { yes: number; questions: number } | null,
): MeasuredMetrics & { duration: number } => {
  const said = transcript.toSorted((a, b) => a.start - b.start);
  const rep = said.filter(({ role }) => role === "rep");
  const pairs = said.slice(1).map((next, index) => ({ previous: said[index]!, next }));
  const switches = pairs.filter(({ previous, next }) => previous.speaker !== next.speaker);
  const waits = switches
    .filter(({ next }) => next.role === "rep")
    .map(({ previous, next }) => Math.max(0, next.start - previous.end));
  const lasted = duration ?? Math.max(0, ...said.map(({ end }) => end));
  return {
    duration: lasted,
    talkTime: totalLengthMs(rep),
    talkRatio: divideOrZero(totalLengthMs(rep), totalLengthMs(said)),
    waitedToTalkAvg: divideOrZero(sumOf(waits), waits.length),
    talkSpeed: divideOrZero(
      sumOf(rep.map(({ text }) => countWords(text))),
      totalLengthMs(rep) / 60_000,
    ),
    conversationSwitches: switches.length,
    switchesPerMinute: divideOrZero(switches.length, lasted / 60_000),
    questionsAsked: sumOf(rep.map(({ text }) => countQuestions(text))),
    processScore: process && divideOrZero(100 * process.yes, process.questions),
  };
};
