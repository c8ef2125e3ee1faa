import type { TrackerRule } from "../../db/trackers/trackers.js";
import { MIN_HIT_SCORE } from "../../graph/core/tracker-port.js";
import { resolveVectors } from "../../src/analyzer/trackers/call-vectors.js";
import { findTrackers } from "../../src/analyzer/trackers/find-hits.js";
import { createScore, learnExamples } from "../../src/analyzer/trackers/score-examples.js";
import type { Meaning } from "../../src/meaning/meaning.js";
import type { BenchCall } from "./calls.js";

const EXAMPLES = [
  "That is more than we wanted to spend.",
  "We didn't plan for that much money.",
  "Is there any way to bring the number down?",
];
const ROUNDS = 5;
const US_PER_MS = 1_000;

const measureCpuMs = (run: () => void): number => {
  const began = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / US_PER_MS;
};

/** Prints the CPU time of a tracker with three example sentences, a call, and of what it learns from them. */
export const measureExamples = async (
  meaning: Meaning,
  calls: readonly BenchCall[],
): Promise<void> => {
  const embedded = await meaning.embed("bench", EXAMPLES);
  const examples = new Map(EXAMPLES.map((text, index) => [text, embedded[index]!]));
  const rows = EXAMPLES.map((text) => ({ text, isCounter: 0, recordingId: null }));
  const learning = measureCpuMs(() => void learnExamples(rows, examples, ""));
  const learned = learnExamples(rows, examples, "")!;
  const rule: TrackerRule = {
    id: "tracker",
    phrases: "[]",
    concept: null,
    saidBy: "anyone",
    part: "call",
    minutes: null,
    examples: rows,
  };
  const options = { vectors: new Map(), examples, space: "", minScore: MIN_HIT_SCORE };
  const repeat = (run: () => void): number => {
    run();
    const total = measureCpuMs(() => {
      for (let round = 0; round < ROUNDS; round += 1) run();
    });
    return total / (ROUNDS * calls.length);
  };
  const all = repeat(() => void findTrackers([rule], calls, options));
  const vectors = calls.map((call) => [...resolveVectors(call, new Map(), "").byText.values()]);
  const score = createScore(learned, new Map());
  const comparing = repeat(() => {
    for (const ofCall of vectors) for (const vector of ofCall) score(vector);
  });
  console.log(
    `a tracker with ${EXAMPLES.length} examples: ${all.toFixed(2)} ms of CPU a call, ${comparing.toFixed(3)} of them to compare vectors; ${learning.toFixed(0)} ms once to learn`,
  );
};
