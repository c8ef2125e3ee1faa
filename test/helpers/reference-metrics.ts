import type { Metrics, Said } from "./speech.js";

const total = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0);
const over = (dividend: number, divisor: number): number =>
  divisor === 0 ? 0 : dividend / divisor;

const lengths = (said: Said[]): number => total(said.map(({ start, end }) => end - start));

const words = (text: string): number =>
  text.split(/[^\p{L}\p{M}\p{N}'’]+/u).filter((word) => word !== "").length;

/** Each piece ends where marks do; it is a question if it has one there, and a new sentence may follow. */
const questions = (text: string): number =>
  text
    .split(/(?<=[.!…?？؟])(?![.!…?？؟])/u)
    .filter(
      (piece, index, pieces) =>
        /[？؟][.!…?？؟]*$/u.test(piece) ||
        (/\?[.!…?]*$/u.test(piece) && /^([\s"'’”“»«)\]}]|$)/u.test(pieces[index + 1] ?? "")),
    ).length;

/** The formulas one by one, as they are written down. */
export const formulas = (
  transcript: Said[],
  duration: number | null,
  process: { yes: number; questions: number } | null,
): Metrics & { duration: number } => {
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
    talkTime: lengths(rep),
    talkRatio: over(lengths(rep), lengths(said)),
    waitedToTalkAvg: over(total(waits), waits.length),
    talkSpeed: over(total(rep.map(({ text }) => words(text))), lengths(rep) / 60_000),
    conversationSwitches: switches.length,
    switchesPerMinute: over(switches.length, lasted / 60_000),
    questionsAsked: total(rep.map(({ text }) => questions(text))),
    processScore: process && over(100 * process.yes, process.questions),
  };
};
