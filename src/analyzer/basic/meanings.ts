import { CONCEPTS, type ConceptId } from "../../meaning/concepts/concepts.js";
import { SAID_SCORE, scoreConcepts } from "../../meaning/concepts/classify.js";
import { matchQuestion } from "../../meaning/concepts/questions.js";
import type { Call } from "../analyzer.js";
import { extractSentences, type Sentence } from "./sentences.js";

/** The meanings of sentences: a vector for each. */
export type Vectors = ReadonlyMap<string, Float32Array>;

/** Shorter ones, such as "Yes, sure.", mean nothing alone. */
const MIN_WORDS = 3;
/** The meaning of a sentence takes 10 ms, and of these 40 s. */
const MAX_SENTENCES = 4_000;
const SPEAKERS = new Map(CONCEPTS.map(({ id, by }) => [id, by]));

/** Lists the sentences whose meaning the analysis of a call needs. None if no question asks for a concept. */
export const listMeaningTexts = (call: Call): string[] => {
  const questions = call.templates.flatMap((template) => template.questions);
  if (!questions.some(({ question }) => matchQuestion(question))) return [];
  const sentences = extractSentences(call)
    .filter(({ words }) => words.length >= MIN_WORDS)
    .map(({ text }) => text);
  return [...new Set(sentences)].slice(0, MAX_SENTENCES);
};

/** Finds what was said in a call: for each concept, the sentence that says it most clearly. */
const findConcepts = (
  sentences: readonly Sentence[],
  vectors: Vectors,
): ReadonlyMap<ConceptId, Sentence> => {
  const said = new Map<ConceptId, { sentence: Sentence; score: number }>();
  for (const sentence of sentences) {
    const vector = vectors.get(sentence.text);
    if (!vector) continue;
    for (const [id, score] of scoreConcepts(sentence.text, vector)) {
      const by = SPEAKERS.get(id)!;
      // A call with one channel has sentences of unknown speakers.
      const isSpeaker = by === "anyone" || sentence.role === by || sentence.role === "other";
      if (isSpeaker && score >= SAID_SCORE && score > (said.get(id)?.score ?? 0))
        said.set(id, { sentence, score });
    }
  }
  return new Map(Array.from(said, ([id, { sentence }]) => [id, sentence]));
};

/** Returns the sentence that says what a question asks for; null if none does. Undefined for any other question. */
export type FindSaid = (question: string) => Sentence | null | undefined;

/** Creates the search for what a call's sentences say. */
export const createFindSaid = (sentences: readonly Sentence[], vectors: Vectors): FindSaid => {
  // Without meanings, words are compared.
  if (vectors.size === 0) return () => undefined;
  const said = findConcepts(sentences, vectors);
  return (question) => {
    const id = matchQuestion(question);
    return id && (said.get(id) ?? null);
  };
};
