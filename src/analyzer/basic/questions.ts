import { type Sentence, shortened } from "./sentences.js";

const MOST_SPEAKERS = 5;
const MOST_OF_ONE = 10;
const MOST_CHARACTERS = 240;
/** "Right?" and "Is it?" ask for nothing. */
const FEWEST_WORDS = 3;

const QUESTION = /[?？؟]["'”’)\]]{0,3}$/u;
// Languages without spaces: a question is a single word to these rules.
const UNSPACED = /[？]["'”’)\]]{0,3}$/u;

const isQuestion = ({ text, words }: Sentence): boolean =>
  QUESTION.test(text) && (words.length >= FEWEST_WORDS || UNSPACED.test(text));

/** The questions that were asked, under who asked them: plain text. Empty if there were none. */
export const questionsAsked = (sentences: readonly Sentence[]): string => {
  const asked = Map.groupBy(sentences.filter(isQuestion), ({ speaker }) => speaker);
  return [...asked]
    .slice(0, MOST_SPEAKERS)
    .map(([speaker, questions]) => {
      const texts = new Set(questions.map(({ text }) => shortened(text, MOST_CHARACTERS)));
      const lines = [...texts].slice(0, MOST_OF_ONE).map((text) => `- ${text}`);
      const who = speaker === "" ? "Questions" : `Questions by ${shortened(speaker, 100)}`;
      return [`${who}:`, ...lines].join("\n");
    })
    .join("\n\n");
};
