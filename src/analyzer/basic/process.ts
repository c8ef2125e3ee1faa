import type { AnalysisInput } from "../../../graph/analysis/inputs.js";
import type { Call, AnalysisTemplate } from "../analyzer.js";
import { type Sentence, shorten } from "./sentences.js";
import { extractContentWords, splitWords } from "./words.js";

const MAX_CHARACTERS = 300;
/** The share of a question's words that a passage must have. */
const MIN_WORD_SHARE = 0.6;
/** Two sentences form a passage: a question with its answer, or a thought that continues. */
const PASSAGE_SENTENCES = 2;
/** The passages kept per word: the first ones. */
const MAX_PASSAGES_PER_WORD = 100;

type Answers = NonNullable<AnalysisInput["process"]>["answers"];

/** A sentence with the next one, as their content words. */
interface Passage {
  /** The index of its first sentence in the call. */
  index: number;
  first: Sentence;
  content: Set<string>;
}

/** The passages by each content word of their first sentence. */
type PassageIndex = ReadonlyMap<string, readonly Passage[]>;

const indexPassages = (sentences: readonly Sentence[]): PassageIndex => {
  const index = new Map<string, Passage[]>();
  for (const [position, first] of sentences.entries()) {
    const passageSentences = sentences.slice(position, position + PASSAGE_SENTENCES);
    const passage = {
      index: position,
      first,
      content: new Set(passageSentences.flatMap(({ content }) => content)),
    };
    for (const word of new Set(first.content)) {
      const passages = index.get(word);
      if (!passages) index.set(word, [passage]);
      else if (passages.length < MAX_PASSAGES_PER_WORD) passages.push(passage);
    }
  }
  return index;
};

/** Returns the first passage with most of the question's words, if they are enough. */
const findPassage = (question: string, passages: PassageIndex): Passage | undefined => {
  const questionWords = new Set(extractContentWords(splitWords(question)));
  let best: Passage | undefined;
  let bestCount = 0;
  for (const passage of [...questionWords].flatMap((word) => passages.get(word) ?? [])) {
    const count = [...questionWords].filter((word) => passage.content.has(word)).length;
    if (count > bestCount || (count === bestCount && passage.index < best!.index))
      [best, bestCount] = [passage, count];
  }
  return bestCount >= questionWords.size * MIN_WORD_SHARE ? best : undefined;
};

const answerQuestions = ({ questions }: AnalysisTemplate, passages: PassageIndex): Answers =>
  questions.map(({ id, question }) => {
    const passage = findPassage(question, passages);
    return {
      questionId: id,
      yes: passage !== undefined,
      answer: passage ? shorten(passage.first.text, MAX_CHARACTERS) : null,
    };
  });

const countYes = (answers: Answers): number => answers.filter((answer) => answer.yes).length;

/**
 * Answers the questions of a template: yes where the call has enough of a question's words, with the sentence as
 * evidence. Of several templates it chooses the one with the largest share of yes; none if all shares are 0.
 */
export const buildProcess = (
  sentences: readonly Sentence[],
  { templates }: Call,
): Pick<AnalysisInput, "templateId" | "process"> => {
  const passages = indexPassages(sentences);
  const candidates = templates
    .filter(({ questions }) => questions.length > 0)
    .map((template) => ({ id: template.id, answers: answerQuestions(template, passages) }));
  const shareOfYes = ({ answers }: { answers: Answers }): number =>
    countYes(answers) / answers.length;
  const [best] = candidates.toSorted((a, b) => shareOfYes(b) - shareOfYes(a));
  if (!best || (candidates.length > 1 && countYes(best.answers) === 0)) return {};
  return { templateId: best.id, process: { answers: best.answers } };
};
