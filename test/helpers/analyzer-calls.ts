import type { SpeakerRole } from "../../db/recordings/transcript.js";
import type { AnalysisInput } from "../../graph/analysis/inputs.js";
import type { Analyze, Call } from "../../src/analyzer/analyzer.js";
import { analyzeByRules } from "../../src/analyzer/basic/index.js";

export type CallLine = [role: SpeakerRole, text: string, ms?: number];

/** A call of Robin with Kim: lines one after the other, of two seconds if nothing is said of it. */
export const buildAnalyzerCall = (lines: CallLine[], fields: Partial<Call> = {}): Call => {
  let end = 0;
  const utterances = lines.map(([role, text, ms = 2_000]) => {
    const start = end;
    end += ms;
    return { speaker: role === "rep" ? "A" : "B", role, text, start, end };
  });
  return { utterances, userName: "Robin", clientName: "Kim", templates: [], ...fields };
};

/** A template as the analyzer is given it; the ids of its questions are their numbers. */
export const buildAnalyzerProcess = (id: string, ...questions: string[]) => ({
  id,
  name: id,
  prompt: null,
  questions: questions.map((question, index) => ({ id: `${id}${index}`, question })),
});

/** The same call as /v1/dialer takes it, with all that the rules look for. */
export const SAMPLE_LINES: CallLine[] = [
  ["rep", "Hello, this is Robin of Acme Roofing. How old is the roof of your house?"],
  ["client", "The roof is about twenty years old, and it leaks above the kitchen since March."],
  ["rep", "A new roof with gutters would be 14,500 dollars, with a warranty of 20 years."],
  ["client", "That is within our budget. Could you send me the estimate?"],
  ["rep", "I'll send you the estimate by Friday, and we will call you on Monday at 9 a.m."],
  ["client", "Good. I'll talk to my husband about the price."],
];

export const buildUtterances = (lines: CallLine[]) => buildAnalyzerCall(lines).utterances;

/** Counts the calls that are analysed, and holds them until told. */
export const createHeldAnalyzer = (find: (call: Call) => AnalysisInput = analyzeByRules) => {
  const begun = Promise.withResolvers<void>();
  const open = Promise.withResolvers<void>();
  const state = { times: 0, begun: begun.promise, go: open.resolve };
  const analyze: Analyze = async (call) => {
    state.times += 1;
    begun.resolve();
    await open.promise;
    return find(call);
  };
  return Object.assign(state, { analyze });
};
