import {
  COMPACT_VECTOR_BYTES,
  expandVector,
  VECTOR_DIMENSIONS,
} from "../../../db/recordings/compact-vector.js";
import { BACKGROUND } from "./background.js";

/** Gradient descent over few sentences converges fast; the results of more steps are alike. */
const STEPS = 120;
const RATE = 8;
/** Few examples must not outweigh what sentences usually mean. */
const REGULARIZATION = 0.003;
/** A sentence that was refused counts as much as so many ordinary ones. */
const COUNTER_WEIGHT = 10;

/** A logistic regression over sentence vectors. */
export interface ExampleModel {
  weights: Float32Array;
  bias: number;
}

/** Sentences of visits that say nothing in particular. */
const loadBackground = (): Float32Array[] => {
  const bytes = Buffer.from(BACKGROUND, "base64");
  return Array.from({ length: bytes.length / COMPACT_VECTOR_BYTES }, (_, index) =>
    expandVector(bytes.subarray(index * COMPACT_VECTOR_BYTES, (index + 1) * COMPACT_VECTOR_BYTES)),
  );
};

let background: Float32Array[] | undefined;

/** Returns the product of two vectors: for those of length 1, their cosine. */
export const multiply = (one: Float32Array, other: Float32Array): number => {
  let product = 0;
  for (let at = 0; at < VECTOR_DIMENSIONS; at++) product += one[at]! * other[at]!;
  return product;
};

/** Returns the logit of a sentence: above 0 if it rather means what the examples mean. */
export const findLogit = ({ weights, bias }: ExampleModel, vector: Float32Array): number =>
  bias + multiply(weights, vector);

/**
 * Learns what examples have in common that ordinary sentences don't. The vectors have length 1. The same vectors always
 * yield the same model. Takes about 0.1 s.
 */
export const trainExamples = (
  examples: readonly Float32Array[],
  counterExamples: readonly Float32Array[],
): ExampleModel => {
  background ??= loadBackground();
  const negatives = background.length + counterExamples.length * COUNTER_WEIGHT;
  // Both sides weigh the same, however few examples there are.
  const samples = [
    ...examples.map((vector) => ({ vector, said: 1, weight: 0.5 / examples.length })),
    ...background.map((vector) => ({ vector, said: 0, weight: 0.5 / negatives })),
    ...counterExamples.map((vector) => ({
      vector,
      said: 0,
      weight: (0.5 * COUNTER_WEIGHT) / negatives,
    })),
  ];
  const model = { weights: new Float32Array(VECTOR_DIMENSIONS), bias: 0 };
  const gradient = new Float32Array(VECTOR_DIMENSIONS);
  for (let step = 0; step < STEPS; step++) {
    for (let at = 0; at < VECTOR_DIMENSIONS; at++)
      gradient[at] = REGULARIZATION * model.weights[at]!;
    let biasGradient = 0;
    for (const { vector, said, weight } of samples) {
      const score = 1 / (1 + Math.exp(-findLogit(model, vector)));
      const error = (score - said) * weight;
      for (let at = 0; at < VECTOR_DIMENSIONS; at++) gradient[at]! += error * vector[at]!;
      biasGradient += error;
    }
    for (let at = 0; at < VECTOR_DIMENSIONS; at++) model.weights[at]! -= RATE * gradient[at]!;
    model.bias -= RATE * biasGradient;
  }
  return model;
};
