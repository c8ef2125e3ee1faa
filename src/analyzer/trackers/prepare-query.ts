import type { MeaningQuery } from "../../../graph/core/tracker-port.js";
import { trainExamples } from "../../meaning/examples/train.js";

const measureLength = (vector: Float32Array): number => Math.hypot(...vector);

/**
 * Prepares the search for a sentence with this vector. Many sentences are a little similar to any other; those that share
 * what sets it apart from ordinary ones are nearer in meaning.
 */
export const prepareQuery = (vector: Float32Array): MeaningQuery => {
  const { weights } = trainExamples([vector], []);
  let product = 0;
  for (const [at, value] of vector.entries()) product += value * weights[at]!;
  const length = measureLength(weights) * measureLength(vector);
  return { vector: weights, ownSimilarity: product / length };
};
