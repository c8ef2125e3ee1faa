import { VECTOR_DIMENSIONS } from "../../db/recordings/compact-vector.js";
import { createSeededRandom } from "../../bench/shared/random.js";
import { CONCEPTS } from "../../src/meaning/concepts/concepts.js";
import type { Target } from "./targets.js";
import { findTarget } from "./targets.js";
import type { Row } from "./rows.js";

/** A row in one spelling, as numbers. */
export interface Sample {
  row: Row;
  /** Of all spellings of a row together 1. */
  weight: number;
  vector: Float32Array;
  features: readonly string[];
}

/** A logistic regression for each concept. */
export interface Model {
  vocabulary: Map<string, number>;
  /** For each concept the weights of the vector, of the vocabulary, and last the bias. */
  weights: Float32Array[];
}

/** The vector's share compared to the words'. */
const VECTOR_SCALE = 3;
const MIN_FEATURE_ROWS = 3;
const EPOCHS = 50;
const RATE = 0.3;
const REGULARIZATION = 1e-5;
/** Less than 1, as precision matters more than recall. */
const RARITY_SHARE = 0.7;

const shuffle = (list: number[], random: () => number): void => {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [list[at], list[other]] = [list[other]!, list[at]!];
  }
};

const listVocabulary = (samples: readonly Sample[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { features, weight } of samples)
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + weight);
  const frequent = [...counts].filter(([, count]) => count > MIN_FEATURE_ROWS - 0.01);
  return new Map(frequent.map(([feature], at) => [feature, at]));
};

/** A sample's non-zero inputs: the scaled vector, and the places of the known features, which have the same value. */
interface Input {
  dense: Float32Array;
  places: Int32Array;
  share: number;
}

const toInput = (
  vocabulary: Map<string, number>,
  sample: Omit<Sample, "row" | "weight">,
): Input => {
  const places = sample.features.flatMap((feature) => {
    const at = vocabulary.get(feature);
    return at === undefined ? [] : VECTOR_DIMENSIONS + at;
  });
  return {
    dense: sample.vector.map((value) => value * VECTOR_SCALE),
    places: Int32Array.from(places),
    share: 1 / Math.sqrt(places.length || 1),
  };
};

const findLogit = (weights: Float32Array, { dense, places, share }: Input): number => {
  let logit = weights.at(-1)!;
  for (let at = 0; at < VECTOR_DIMENSIONS; at++) logit += weights[at]! * dense[at]!;
  let words = 0;
  for (const place of places) words += weights[place]!;
  return logit + words * share;
};

const update = (
  weights: Float32Array,
  squares: Float32Array,
  { dense, places, share }: Input,
  error: number,
): void => {
  const step = (at: number, gradient: number): void => {
    squares[at]! += gradient * gradient;
    weights[at]! -= (RATE * gradient) / Math.sqrt(squares[at]!);
  };
  for (let at = 0; at < VECTOR_DIMENSIONS; at++)
    step(at, error * dense[at]! + REGULARIZATION * weights[at]!);
  for (const place of places) step(place, error * share + REGULARIZATION * weights[place]!);
  step(weights.length - 1, error);
};

// Examples are rarer than sentences that don't say the concept.
const findRarity = (samples: readonly Sample[], targets: readonly Target[]): number => {
  const totals = [0, 0];
  for (const [at, { said, weight }] of targets.entries())
    totals[said]! += weight * samples[at]!.weight;
  return RARITY_SHARE * Math.sqrt(totals[0]! / totals[1]!);
};

const trainConcept = (
  concept: number,
  samples: readonly Sample[],
  inputs: readonly Input[],
  length: number,
): Float32Array => {
  const targets = samples.map(({ row }) => findTarget(row, concept));
  const rarity = findRarity(samples, targets);
  const weights = new Float32Array(length);
  const squares = new Float32Array(length).fill(1e-3);
  const random = createSeededRandom(concept + 1);
  const order = [...targets.keys()].filter((at) => targets[at]!.weight > 0);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(order, random);
    for (const at of order) {
      const { said, weight } = targets[at]!;
      const score = 1 / (1 + Math.exp(-findLogit(weights, inputs[at]!)));
      const importance = samples[at]!.weight * weight * (said ? rarity : 1);
      update(weights, squares, inputs[at]!, (score - said) * importance);
    }
  }
  return weights;
};

/** Learns to recognize each concept. The same samples always yield the same model. */
export const trainModel = (samples: readonly Sample[]): Model => {
  const vocabulary = listVocabulary(samples);
  const inputs = samples.map((sample) => toInput(vocabulary, sample));
  const length = VECTOR_DIMENSIONS + vocabulary.size + 1;
  const weights = CONCEPTS.map((_, concept) => trainConcept(concept, samples, inputs, length));
  for (const row of weights)
    for (let at = 0; at < VECTOR_DIMENSIONS; at++) row[at]! *= VECTOR_SCALE;
  return { vocabulary, weights };
};

/** Returns each concept's logit, above 0 if the sentence rather says it. */
export const findLogits = (model: Model, sample: Omit<Sample, "row" | "weight">): number[] => {
  const input = { ...toInput(model.vocabulary, sample), dense: sample.vector };
  return model.weights.map((weights) => findLogit(weights, input));
};
