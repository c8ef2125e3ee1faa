import { SAID_SCORE, scoreConcepts } from "../../meaning/concepts/classify.js";
import { CONCEPTS, type ConceptId } from "../../meaning/concepts/concepts.js";

import type { Sentence } from "./sentences.js";

/** The meanings of sentences: a vector for each. */
export type Vectors = ReadonlyMap<string, Float32Array>;

/** A sentence that says a concept. */
interface Moment {
  sentence: Sentence;
  /** How certain it is, from SAID_SCORE to 1. */
  score: number;
}

/** What was said in a call, by concept, each in the order of the call. */
export type Moments = ReadonlyMap<ConceptId, readonly Moment[]>;

const SPEAKERS = new Map(CONCEPTS.map(({ id, by }) => [id, by]));

/** Finds the sentences that say a concept, by the side of the call that has to say it. */
export const findMoments = (sentences: readonly Sentence[], vectors: Vectors): Moments => {
  const moments = new Map<ConceptId, Moment[]>();
  for (const sentence of sentences) {
    const vector = vectors.get(sentence.text);
    if (!vector) continue;
    for (const [id, score] of scoreConcepts(sentence.text, vector)) {
      const by = SPEAKERS.get(id)!;
      // A call with one channel has sentences of unknown speakers.
      const isSpeaker = by === "anyone" || sentence.role === by || sentence.role === "other";
      if (!isSpeaker || score < SAID_SCORE) continue;
      const found = moments.get(id) ?? [];
      found.push({ sentence, score });
      moments.set(id, found);
    }
  }
  return moments;
};

/** Returns the sentence that says the concept most clearly. */
export const findClearest = (moments: Moments, id: ConceptId): Sentence | undefined =>
  moments.get(id)?.reduce((best, moment) => (moment.score > best.score ? moment : best)).sentence;

/** Returns when the concept was said first; undefined if it wasn't. */
export const findFirstStart = (moments: Moments, id: ConceptId): number | undefined =>
  moments.get(id)?.[0]!.sentence.start;
