// Learns to recognize what is said in sales calls, and writes the weights and the vectors of ordinary sentences. With --evaluate it prints instead how well
// sentences are recognized that it hasn't seen.
import { CONCEPTS } from "../src/meaning/concepts/concepts.js";
import { count, crossValidate } from "./concepts/cross-validate.js";
import { readRows } from "./concepts/rows.js";
import { createSamples } from "./concepts/samples.js";
import { THRESHOLDS } from "./concepts/thresholds.js";
import { trainModel, type Sample } from "./concepts/train.js";
import { writeBackground } from "./concepts/write-background.js";
import { writeWeights } from "./concepts/write-weights.js";

const thresholds = CONCEPTS.map(({ id }) => THRESHOLDS[id]);

const formatCounts = (name: string, counts: ReturnType<typeof count>): string => {
  const { right, wrong, missed } = counts;
  const precision = (right / (right + wrong)).toFixed(3);
  const recall = (right / (right + missed)).toFixed(3);
  return `${name}: precision ${precision}, recall ${recall} (${right} right, ${wrong} wrong, ${missed} missed)`;
};

const evaluate = (samples: readonly Sample[]): void => {
  const judged = crossValidate(samples);
  const lines = CONCEPTS.map(({ id }, at) => formatCounts(id, count(judged, thresholds, at)));
  const shifts = [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1].map((shift) => {
    const shifted = thresholds.map((threshold) => threshold + shift);
    return formatCounts(`all at ${shift}`, count(judged, shifted));
  });
  process.stdout.write(`${[...lines, ...shifts].join("\n")}\n`);
};

const samples = await createSamples(readRows());
if (process.argv.includes("--evaluate")) evaluate(samples);
else {
  writeWeights(trainModel(samples), thresholds);
  await writeBackground();
}
