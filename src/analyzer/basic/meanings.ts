import { matchQuestion } from "../../meaning/concepts/questions.js";
import { findSayings } from "../../meaning/concepts/sayings.js";
import type { Call } from "../analyzer.js";
import { findClearest, type Moments } from "./moments.js";
import { extractSentences, type Sentence } from "./sentences.js";

/** Shorter ones, such as "Yes, sure.", mean nothing alone, unless they are usual words: "Too expensive." */
export const MIN_WORDS = 3;
/** The meaning of a sentence takes 10 ms, and of these 40 s. */
export const MAX_SENTENCES = 4_000;

/** Lists the sentences whose meaning the analysis of a call needs. */
export const listMeaningTexts = (call: Call): string[] => {
  const sentences = extractSentences(call)
    .filter(({ words, text }) => words.length >= MIN_WORDS || findSayings(text).length > 0)
    .map(({ text }) => text);
  return [...new Set(sentences)].slice(0, MAX_SENTENCES);
};

/** Returns the sentence that says what a question asks for; null if none does. Undefined for any other question. */
export type FindSaid = (question: string) => Sentence | null | undefined;

/** Creates the search for what answers a question. Without meanings, words are compared. */
export const createFindSaid =
  (moments: Moments | undefined): FindSaid =>
  (question) => {
    const id = moments && matchQuestion(question);
    return id && (findClearest(moments, id) ?? null);
  };
