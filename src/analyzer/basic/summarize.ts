import type { ConceptId } from "../../meaning/concepts/concepts.js";
import { CERTAIN_SCORE, findClearest, type Moments } from "./moments.js";
import { type Sentence, shorten } from "./sentences.js";
import { markMoment } from "./times.js";

const MAX_SENTENCES = 5;
const MAX_CHARACTERS = 240;
const MIN_WORDS = 3;
/** The factor for a word's weight once a sentence with it is chosen. */
const REPEAT_WEIGHT = 0.3;

/** What a reader wants to know of a call first. */
const KEY_CONCEPTS: readonly ConceptId[] = [
  "deal_closed",
  "deal_lost",
  "next_step",
  "price_objection",
  "partner_objection",
  "timing_objection",
  "other_quotes",
  "price",
  "discount",
  "monthly_payment",
];

const FIGURE = /\p{N}/u;
const QUESTION = /[?？؟]["'”’)\]]{0,3}$/u;

/** Returns each word's share of all content words. */
const computeWeights = (sentences: readonly Sentence[]): Map<string, number> => {
  const words = sentences.flatMap(({ content }) => content);
  const weights = new Map<string, number>();
  for (const word of words) weights.set(word, (weights.get(word) ?? 0) + 1 / words.length);
  return weights;
};

/**
 * Scores a sentence: many important words in a short sentence. Figures score more. Questions score less, because they
 * need their answers.
 */
const scoreSentence = (
  { text, words, content }: Sentence,
  weights: Map<string, number>,
): number => {
  let sum = 0;
  for (const word of new Set(content)) sum += weights.get(word) ?? 0;
  const base = sum / Math.sqrt(words.length + MIN_WORDS);
  return base * (FIGURE.test(text) ? 1.5 : 1) * (QUESTION.test(text) ? 0.5 : 1);
};

const chooseKeySentences = (moments: Moments): Set<Sentence> => {
  const key = KEY_CONCEPTS.flatMap((id) => findClearest(moments, id, CERTAIN_SCORE) ?? []);
  return new Set([...new Set(key)].slice(0, MAX_SENTENCES));
};

const chooseSentences = (sentences: readonly Sentence[], moments: Moments): Sentence[] => {
  const chosen = chooseKeySentences(moments);
  const texts = new Set(Array.from(chosen, ({ text }) => text));
  const unique = sentences.filter(({ text }) => texts.size < texts.add(text).size);
  const long = unique.filter(({ words }) => words.length >= MIN_WORDS);
  const left = new Set(long.length > 0 || chosen.size > 0 ? long : unique);
  const weights = computeWeights(sentences);
  while (chosen.size < MAX_SENTENCES && left.size > 0) {
    let best: Sentence | undefined;
    let bestScore = -1;
    for (const sentence of left) {
      const score = scoreSentence(sentence, weights);
      if (score > bestScore) [best, bestScore] = [sentence, score];
    }
    chosen.add(best!);
    left.delete(best!);
    // Later sentences should add something new.
    for (const word of new Set(best!.content))
      weights.set(word, weights.get(word)! * REPEAT_WEIGHT);
  }
  return sentences.filter((sentence) => chosen.has(sentence));
};

/**
 * Quotes the most important sentences of the call, in order, each with its time and speaker: a Markdown list. First
 * those that say the outcome, the next step, the objections and the price.
 */
export const summarize = (sentences: readonly Sentence[], moments: Moments): string =>
  chooseSentences(sentences, moments)
    .map(({ speaker, text, start }) => {
      const who = speaker === "" ? "" : `${shorten(speaker, 100)}: `;
      return `- ${markMoment(start)} ${who}“${shorten(text, MAX_CHARACTERS)}”`;
    })
    .join("\n");
