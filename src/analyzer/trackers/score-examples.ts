import { VECTOR_DIMENSIONS } from "../../../db/recordings/compact-vector.js";
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
  /** Undefined for vectors of another model than debrief's own, of which no ordinary sentences are known. */
  model: ExampleModel | undefined;
}

/** Scores a sentence of a call by its vector, from 0 to 1. */
export type ScoreSentence = (vector: Float32Array) => number;

/**
 * A sentence with this logit counts (80 %), and one with 0 is a near miss (50 %). Fitted to labelled conversations
 * (decision 55).
 */
const HIT_LOGIT = 1.3;
const HIT_SCORE = 0.8;
const NEAR_SCORE = 0.5;
/** From this cosine with an example on, a sentence says the same. */
const SAME_SIMILARITY = 0.85;
/** The same two places for the cosine of vectors from which the mean of the call was taken (decision 70). */
const CENTRED_HIT = 0.55;
const CENTRED_NEAR = 0.37;
/** A shorter call has no mean that stands for ordinary sentences. */
const MIN_CENTRED_SENTENCES = 20;
/** Learning takes 0.1 s; a page of calls is searched for the same trackers as the one before it. */
const MAX_KEPT = 200;

const kept = new Map<string, LearnedExamples>();

/** Returns what a tracker learns from its examples; undefined if it has none. `vectors`: of their texts. */
export const learnExamples = (
  examples: readonly TrackerExample[],
  vectors: Vectors,
  space: string,
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
  const model = space === "" ? trainExamples(own, counterExamples) : undefined;
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

const toScore = (value: number): number => Math.max(0, Math.min(1, value));

const STEP = HIT_SCORE - NEAR_SCORE;

/** Returns how certain it is that a sentence means what the examples mean, from 0 to 1. Vectors have length 1. */
const scoreByModel = (
  vector: Float32Array,
  { examples, counterExamples }: LearnedExamples,
  model: ExampleModel,
): number => {
  const similarity = findNearest(vector, examples);
  if (findNearest(vector, counterExamples) >= similarity) return 0;
  const score = NEAR_SCORE + (findLogit(model, vector) * STEP) / HIT_LOGIT;
  const least = similarity >= SAME_SIMILARITY ? similarity : 0;
  return Math.max(least, toScore(score));
};

const computeMean = (vectors: Vectors): Float32Array | undefined => {
  if (vectors.size < MIN_CENTRED_SENTENCES) return undefined;
  const mean = new Float32Array(VECTOR_DIMENSIONS);
  for (const vector of vectors.values())
    for (const [at, value] of vector.entries()) mean[at]! += value / vectors.size;
  return mean;
};

const subtract = (vector: Float32Array, mean: Float32Array | undefined): Float32Array => {
  if (!mean) return vector;
  const difference = vector.map((value, at) => value - mean[at]!);
  const length = Math.hypot(...difference) || 1;
  return difference.map((value) => value / length);
};

/**
 * Scores by the nearest example. All sentences of a model can be similar, as are those of one language and one subject:
 * only what sets them apart from the others of the call is compared.
 */
const createCentredScore = (learned: LearnedExamples, call: Vectors): ScoreSentence => {
  const mean = computeMean(call);
  const examples = learned.examples.map((vector) => subtract(vector, mean));
  const counterExamples = learned.counterExamples.map((vector) => subtract(vector, mean));
  return (vector) => {
    const centred = subtract(vector, mean);
    const similarity = findNearest(centred, examples);
    if (findNearest(centred, counterExamples) >= similarity) return 0;
    const place = (similarity - CENTRED_NEAR) / (CENTRED_HIT - CENTRED_NEAR);
    return toScore(NEAR_SCORE + place * STEP);
  };
};

/** Creates the function that scores the sentences of a call, whose vectors are `call`. */
export const createScore = (learned: LearnedExamples, call: Vectors): ScoreSentence => {
  const { model } = learned;
  return model
    ? (vector) => scoreByModel(vector, learned, model)
    : createCentredScore(learned, call);
};
