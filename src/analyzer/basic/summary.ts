import { type Sentence, shortened } from "./sentences.js";

const MOST_SENTENCES = 5;
const MOST_CHARACTERS = 240;
const FEWEST_WORDS = 3;
/** What is left of a word's weight once a sentence with it was chosen. */
const SAID = 0.3;

const FIGURE = /\p{N}/u;
const QUESTION = /[?？؟]["'”’)\]]{0,3}$/u;

/** How often each word is said, as a share of all. */
const weights = (sentences: readonly Sentence[]): Map<string, number> => {
  const all = sentences.flatMap(({ content }) => content);
  const found = new Map<string, number>();
  for (const word of all) found.set(word, (found.get(word) ?? 0) + 1 / all.length);
  return found;
};

/**
 * Many words that the call is about in few, more where there is a figure, less where it is a question: a
 * question is telling only with its answer.
 */
const score = ({ text, words, content }: Sentence, weight: Map<string, number>): number => {
  let sum = 0;
  for (const word of new Set(content)) sum += weight.get(word) ?? 0;
  const base = sum / Math.sqrt(words.length + FEWEST_WORDS);
  return base * (FIGURE.test(text) ? 1.5 : 1) * (QUESTION.test(text) ? 0.5 : 1);
};

const choose = (sentences: readonly Sentence[]): Sentence[] => {
  const texts = new Set<string>();
  const once = sentences.filter(({ text }) => texts.size < texts.add(text).size);
  const long = once.filter(({ words }) => words.length >= FEWEST_WORDS);
  const left = new Set(long.length > 0 ? long : once);
  const weight = weights(sentences);
  const chosen = new Set<Sentence>();
  while (chosen.size < MOST_SENTENCES && left.size > 0) {
    let best: Sentence | undefined;
    let most = -1;
    for (const sentence of left) {
      const own = score(sentence, weight);
      if (own > most) [best, most] = [sentence, own];
    }
    chosen.add(best!);
    left.delete(best!);
    // What has been said need not be said again.
    for (const word of new Set(best!.content)) weight.set(word, weight.get(word)! * SAID);
  }
  return sentences.filter((sentence) => chosen.has(sentence));
};

/** The most telling sentences of the call, word for word and in their order, each with who said it. */
export const summarize = (sentences: readonly Sentence[]): string => {
  let last: string | undefined;
  return choose(sentences)
    .map(({ speaker, text }) => {
      const who = speaker !== "" && speaker !== last ? `${shortened(speaker, 100)}: ` : "";
      last = speaker;
      return who + shortened(text, MOST_CHARACTERS);
    })
    .join(" ");
};
