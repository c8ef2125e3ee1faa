import { SAID_SCORE, scoreConcepts, scoreSayings } from "../../meaning/concepts/classify.js";
import { CONCEPTS, type ConceptId } from "../../meaning/concepts/concepts.js";

import type { Sentence } from "./sentences.js";

/** The meanings of sentences: a vector for each. */
export type Vectors = ReadonlyMap<string, Float32Array>;

/** A sentence that says a concept. */
interface Moment {
  sentence: Sentence;
  /** How certain it is, from POSSIBLE_SCORE to 1. */
  score: number;
}

/** What was said in a call, or may have been, by concept, each in the order of the call. */
export type Moments = ReadonlyMap<ConceptId, readonly Moment[]>;

/** From this score on, it can't be held against somebody that it wasn't said. */
export const POSSIBLE_SCORE = 0.5;
/**
 * From this score on, a moment may be held for or against somebody: tags, the outcome, and what the client objected to. An
 * objection that nobody raised does more harm than one that is missed.
 */
export const CERTAIN_SCORE = 0.9;

/** An agenda is set at the start: in the first third, within limits. */
const MIN_START_MS = 30_000;
const MAX_START_MS = 600_000;

const SPEAKERS = new Map(CONCEPTS.map(({ id, by }) => [id, by]));

const NO_SCORES: ReadonlyMap<ConceptId, number> = new Map();

const scoreSentence = (
  text: string,
  vectors: Vectors | "sayings",
): ReadonlyMap<ConceptId, number> => {
  if (vectors === "sayings") return scoreSayings(text);
  const vector = vectors.get(text);
  return vector ? scoreConcepts(text, vector) : NO_SCORES;
};

/**
 * Finds the sentences that may say a concept, by the side of the call that has to say it. `sayings`: by usual words alone.
 */
export const findMoments = (
  sentences: readonly Sentence[],
  vectors: Vectors | "sayings",
): Moments => {
  const moments = new Map<ConceptId, Moment[]>();
  const third = (sentences.at(-1)?.start ?? 0) / 3;
  const startEnd = Math.max(MIN_START_MS, Math.min(third, MAX_START_MS));
  for (const sentence of sentences) {
    for (const [id, score] of scoreSentence(sentence.text, vectors)) {
      const by = SPEAKERS.get(id)!;
      // A call with one channel has sentences of unknown speakers.
      const isSpeaker = by === "anyone" || sentence.role === by || sentence.role === "other";
      if (!isSpeaker || score < POSSIBLE_SCORE) continue;
      if (id === "agenda" && sentence.start > startEnd) continue;
      const found = moments.get(id) ?? [];
      found.push({ sentence, score });
      moments.set(id, found);
    }
  }
  return moments;
};

/** Lists a concept's moments from a score on. */
export const listMoments = (moments: Moments, id: ConceptId, minScore: number): Moment[] =>
  (moments.get(id) ?? []).filter(({ score }) => score >= minScore);

/** Returns the sentence that says the concept most clearly, from a score on. */
export const findClearest = (
  moments: Moments,
  id: ConceptId,
  minScore = SAID_SCORE,
): Sentence | undefined =>
  listMoments(moments, id, minScore).toSorted((one, other) => other.score - one.score)[0]?.sentence;
