import { VECTOR_DIMENSIONS } from "../../../db/recordings/compact-vector.js";
import { CONCEPTS, type ConceptId } from "./concepts.js";
import { findFeatures } from "./features.js";
import { findSayings, isOpen } from "./sayings.js";
import { WEIGHTS } from "./weights.js";

const decode = (text: string): Int8Array => Int8Array.from(Buffer.from(text, "base64"));

/**
 * From this score on, a sentence says the concept. A call has hundreds of sentences, of which most say none: a lower one
 * would find each concept in most calls.
 */
export const SAID_SCORE = 0.8;

/** The least score of a concept that is said in its usual words: what the classifier learns blurs short sentences. */
const SAYING_SCORE = 0.95;

/** The most certain that a refusal for now is one for good. */
const OPEN_SCORE = 0.5;

const DENSE = decode(WEIGHTS.dense);
const LEXICAL = decode(WEIGHTS.lexical);
const VOCABULARY = new Map(WEIGHTS.vocabulary.split("|").map((feature, at) => [feature, at]));
const multiply = (row: number, values: Int8Array, vector: Float32Array): number => {
  let sum = 0;
  for (let at = 0; at < VECTOR_DIMENSIONS; at++)
    sum += values[row * VECTOR_DIMENSIONS + at]! * vector[at]!;
  return sum;
};

const findKnown = (text: string): number[] =>
  [...findFeatures(text)].flatMap((feature) => VOCABULARY.get(feature) ?? []);

/**
 * Returns the concepts that a sentence says in usual words, with their score. Whether the right side of the call says it
 * is the caller's to check.
 */
export const scoreSayings = (text: string): Map<ConceptId, number> =>
  new Map(findSayings(text).map((id) => [id, SAYING_SCORE]));

/**
 * Returns for each concept how certain it is that the sentence says it, from 0 to 1 (`SAID_SCORE`).
 * The vector is the sentence's, of debrief's own model. Whether the right side of the call says it is the caller's to check.
 */
export const scoreConcepts = (text: string, vector: Float32Array): Map<ConceptId, number> => {
  const known = findKnown(text);
  // Long sentences would otherwise outweigh their meaning.
  const share = 1 / Math.sqrt(known.length || 1);
  const sayings = new Set(findSayings(text));
  return new Map(
    CONCEPTS.map(({ id }, concept) => {
      let words = 0;
      for (const feature of known) words += LEXICAL[feature * CONCEPTS.length + concept]!;
      const logit =
        WEIGHTS.biases[concept]! +
        multiply(concept, DENSE, vector) * WEIGHTS.denseScales[concept]! +
        words * share * WEIGHTS.lexicalScales[concept]!;
      const learned = 1 / (1 + Math.exp(-logit));
      const score = isOpen(id, text) ? Math.min(learned, OPEN_SCORE) : learned;
      return [id, sayings.has(id) ? Math.max(score, SAYING_SCORE) : score];
    }),
  );
};
