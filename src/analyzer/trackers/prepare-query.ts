import type { MeaningQuery } from "../../../graph/core/tracker-port.js";
import { multiply, trainExamples } from "../../meaning/examples/train.js";

const measureLength = (vector: Float32Array): number => Math.hypot(...vector);

/**
 * Prepares the search for a sentence with this vector. Many sentences are a little similar to any other; those that share
 * what sets it apart from ordinary ones are nearer in meaning.
 */
export const prepareQuery = (vector: Float32Array, space: string): MeaningQuery => {
  // Ordinary sentences are known for our own model only.
  if (space !== "") return { vector, ownSimilarity: 1 };
  const { weights } = trainExamples([vector], []);
  const length = measureLength(weights) * measureLength(vector);
  return { vector: weights, ownSimilarity: multiply(vector, weights) / length };
};
