import type { SpeakerRole } from "../../../db/recordings/transcript.js";
import type { AnalysisInput } from "../../../graph/analysis/inputs.js";
import type { Analyze, Call } from "../../../src/analyzer/analyzer.js";
import { analyzeByRules } from "../../../src/analyzer/basic/index.js";

export type CallLine = [role: SpeakerRole, text: string, ms?: number];

/** Builds a call between Robin and Kim. Lines follow each other and last two seconds by default. */
export const buildAnalyzerCall = (lines: CallLine[], fields: Partial<Call> = {}): Call => {
  let end = 0;
  const utterances = lines.map(([role, text, ms = 2_000]) => {
    const start = end;
    end += ms;
    return { speaker: role === "rep" ? "A" : "B", role, text, start, end };
  });
  return {
    organizationId: "org",
    utterances,
    userName: "Robin",
    clientName: "Kim",
    startedAt: Date.parse("2026-03-02T15:00:00Z"),
    templates: [],
    trackers: [],
    ...fields,
  };
};

/**
 * Builds a template as the analyzer receives it. Question IDs are the template's ID and a number.
 */
export const buildAnalyzerProcess = (id: string, ...questions: string[]) => ({
  id,
  name: id,
  prompt: null,
  questions: questions.map((question, index) => ({ id: `${id}${index}`, question })),
});

/** A call with everything that the rules look for. */
export const SAMPLE_LINES: CallLine[] = [
  ["rep", "Hello, this is Robin of Acme Roofing. How old is the roof of your house?"],
  ["client", "The roof is about twenty years old, and it leaks above the kitchen since March."],
  ["rep", "A new roof with gutters would be 14,500 dollars, with a warranty of 20 years."],
  ["client", "That is within our budget. Could you send me the estimate?"],
  ["rep", "I'll send you the estimate by Friday, and we will call you on Monday at 9 a.m."],
  ["client", "Good. I'll talk to my husband about the price."],
];

export const buildUtterances = (lines: CallLine[]) => buildAnalyzerCall(lines).utterances;

/** Creates an analyzer that counts calls and holds them until `go`. */
export const createHeldAnalyzer = (analyzeCall: (call: Call) => AnalysisInput = analyzeByRules) => {
  const started = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const state = { times: 0, begun: started.promise, go: released.resolve };
  const analyze: Analyze = async (call) => {
    state.times += 1;
    started.resolve();
    await released.promise;
    return analyzeCall(call);
  };
  return Object.assign(state, { analyze });
};
