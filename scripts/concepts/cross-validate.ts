import { CONCEPTS } from "../../src/meaning/concepts/concepts.js";
import { findLogits, trainModel, type Sample } from "./train.js";

const FOLDS = 5;

/** The logits of a natural sentence, computed without it. Those of the other side's concepts are left out. */
export interface Judged {
  sample: Sample;
  logits: (number | undefined)[];
}

const judge = (model: ReturnType<typeof trainModel>, sample: Sample): Judged => ({
  sample,
  logits: findLogits(model, sample).map((logit, concept) => {
    const { by } = CONCEPTS[concept]!;
    return by === "anyone" || by === sample.row.by ? logit : undefined;
  }),
});

/** Judges each natural sentence by a model of the other ones and of all examples. */
export const crossValidate = (samples: readonly Sample[]): Judged[] => {
  const natural = [...new Set(samples.map(({ row }) => row).filter((row) => row.natural))];
  const foldOf = new Map(natural.map((row, at) => [row, at % FOLDS]));
  return Array.from({ length: FOLDS }, (_, fold) => {
    const model = trainModel(samples.filter(({ row }) => foldOf.get(row) !== fold));
    const seen = new Set<unknown>();
    // The first spelling of each.
    const held = samples.filter(({ row }) => {
      const first = foldOf.get(row) === fold && !seen.has(row);
      seen.add(row);
      return first;
    });
    return held.map((sample) => judge(model, sample));
  }).flat();
};

/** Counts what is right and wrong for a concept, or for all, at the thresholds. */
export const count = (
  judged: readonly Judged[],
  thresholds: readonly number[],
  only?: number,
): { right: number; wrong: number; missed: number } => {
  const counts = { right: 0, wrong: 0, missed: 0 };
  for (const { sample, logits } of judged)
    for (const [concept, logit] of logits.entries()) {
      if (logit === undefined || (only !== undefined && only !== concept)) continue;
      const said = sample.row.says.has(CONCEPTS[concept]!.id);
      const found = logit >= thresholds[concept]!;
      if (said) counts[found ? "right" : "missed"]++;
      else if (found) counts.wrong++;
    }
  return counts;
};
