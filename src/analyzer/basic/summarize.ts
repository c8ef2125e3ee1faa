import { type Sentence, shorten } from "./sentences.js";

const MAX_SENTENCES = 5;
const MAX_CHARACTERS = 240;
const MIN_WORDS = 3;
/** The factor for a word's weight once a sentence with it is chosen. */
const REPEAT_WEIGHT = 0.3;

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

const chooseSentences = (sentences: readonly Sentence[]): Sentence[] => {
  const texts = new Set<string>();
  const unique = sentences.filter(({ text }) => texts.size < texts.add(text).size);
  const long = unique.filter(({ words }) => words.length >= MIN_WORDS);
  const left = new Set(long.length > 0 ? long : unique);
  const weights = computeWeights(sentences);
  const chosen = new Set<Sentence>();
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

/** Quotes the most important sentences of the call in order, with their speakers. */
export const summarize = (sentences: readonly Sentence[]): string => {
  let lastSpeaker: string | undefined;
  return chooseSentences(sentences)
    .map(({ speaker, text }) => {
      const prefix = speaker !== "" && speaker !== lastSpeaker ? `${shorten(speaker, 100)}: ` : "";
      lastSpeaker = speaker;
      return prefix + shorten(text, MAX_CHARACTERS);
    })
    .join(" ");
};
