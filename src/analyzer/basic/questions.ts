import { type Sentence, shorten } from "./sentences.js";

const MAX_SPEAKERS = 5;
const MAX_QUESTIONS_PER_SPEAKER = 10;
const MAX_CHARACTERS = 240;
/** "Right?" and "Is it?" aren't real questions. */
const MIN_WORDS = 3;

const QUESTION = /[?？؟]["'”’)\]]{0,3}$/u;
// In languages without spaces, these rules see a question as a single word.
const UNSPACED_QUESTION = /[？]["'”’)\]]{0,3}$/u;

const isQuestion = ({ text, words }: Sentence): boolean =>
  QUESTION.test(text) && (words.length >= MIN_WORDS || UNSPACED_QUESTION.test(text));

/** Formats the questions by speaker as plain text. Empty without questions. */
export const formatQuestionsAsked = (sentences: readonly Sentence[]): string => {
  const questionsBySpeaker = Map.groupBy(sentences.filter(isQuestion), ({ speaker }) => speaker);
  return [...questionsBySpeaker]
    .slice(0, MAX_SPEAKERS)
    .map(([speaker, questions]) => {
      const texts = new Set(questions.map(({ text }) => shorten(text, MAX_CHARACTERS)));
      const lines = [...texts].slice(0, MAX_QUESTIONS_PER_SPEAKER).map((text) => `- ${text}`);
      const who = speaker === "" ? "Questions" : `Questions by ${shorten(speaker, 100)}`;
      return [`${who}:`, ...lines].join("\n");
    })
    .join("\n\n");
};
