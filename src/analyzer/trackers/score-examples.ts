import type { TrackerExample } from "../../../db/trackers/examples.js";
import {
  type ExampleModel,
  findLogit,
  multiply,
  trainExamples,
} from "../../meaning/examples/train.js";
import type { Vectors } from "../basic/moments.js";

/** What a tracker has learned from its examples. */
export interface LearnedExamples {
  examples: readonly Float32Array[];
  counterExamples: readonly Float32Array[];
  model: ExampleModel;
}

/**
 * A sentence with this logit counts (80 %), and one with 0 is a near miss (50 %). Fitted to labelled conversations
 * (decision 55).
 */
const HIT_LOGIT = 1.3;
const HIT_SCORE = 0.8;
const NEAR_SCORE = 0.5;
/** From this cosine with an example on, a sentence says the same. */
const SAME_SIMILARITY = 0.85;
/** Learning takes 0.1 s; a page of calls is searched for the same trackers as the one before it. */
const MAX_KEPT = 200;

const kept = new Map<string, LearnedExamples>();

/** Returns what a tracker learns from its examples; undefined if it has none. `vectors`: of their texts. */
export const learnExamples = (
  examples: readonly TrackerExample[],
  vectors: Vectors,
): LearnedExamples | undefined => {
  const listVectors = (isCounter: number): Float32Array[] =>
    examples.flatMap((example) =>
      example.isCounter === isCounter ? (vectors.get(example.text) ?? []) : [],
    );
  const own = listVectors(0);
  if (own.length === 0) return undefined;
  const key = JSON.stringify(examples);
  const known = kept.get(key);
  if (known) return known;
  const counterExamples = listVectors(1);
  const model = trainExamples(own, counterExamples);
  const learned = { examples: own, counterExamples, model };
  kept.set(key, learned);
  if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!);
  return learned;
};

const findNearest = (vector: Float32Array, others: readonly Float32Array[]): number => {
  let nearest = -1;
  for (const other of others) nearest = Math.max(nearest, multiply(vector, other));
  return nearest;
};

/** Returns how certain it is that a sentence means what the examples mean, from 0 to 1. Vectors have length 1. */
export const scoreExamples = (
  vector: Float32Array,
  { examples, counterExamples, model }: LearnedExamples,
): number => {
  const similarity = findNearest(vector, examples);
  if (findNearest(vector, counterExamples) >= similarity) return 0;
  const step = (HIT_SCORE - NEAR_SCORE) / HIT_LOGIT;
  const score = NEAR_SCORE + findLogit(model, vector) * step;
  const least = similarity >= SAME_SIMILARITY ? similarity : 0;
  return Math.max(0, least, Math.min(1, score));
};
