import type { AnalysisInput } from "../../../graph/analysis/inputs.js";
import type { AnalysisQuestion, Call, FoundTrackers } from "../analyzer.js";
import { answerByTrackers } from "../tracked-questions.js";
import type { FindSaid } from "./meanings.js";
import { type Sentence, shorten } from "./sentences.js";
import { extractContentWords, splitWords } from "./words.js";

const MAX_CHARACTERS = 300;
/** The share of a question's words that a passage must contain. */
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

/** The passages that contain a word. */
interface Postings {
  /** The first passages with the word in their first sentence, at most MAX_PASSAGES_PER_WORD. */
  candidates: Passage[];
  all: Passage[];
}

interface PassageIndex {
  byWord: ReadonlyMap<string, Postings>;
  /** The most content words of a passage. */
  maxContent: number;
}

export const indexPassages = (sentences: readonly Sentence[]): PassageIndex => {
  const byWord = new Map<string, Postings>();
  let maxContent = 0;
  for (const [position, first] of sentences.entries()) {
    const passageSentences = sentences.slice(position, position + PASSAGE_SENTENCES);
    const content = new Set(passageSentences.flatMap((sentence) => sentence.content));
    const passage = { index: position, first, content };
    maxContent = Math.max(maxContent, content.size);
    const firstContent = new Set(first.content);
    for (const word of content) {
      const postings = byWord.get(word) ?? { candidates: [], all: [] };
      byWord.set(word, postings);
      postings.all.push(passage);
      if (firstContent.has(word) && postings.candidates.length < MAX_PASSAGES_PER_WORD)
        postings.candidates.push(passage);
    }
  }
  return { byWord, maxContent };
};

const countCommonWords = (words: ReadonlySet<string>, content: ReadonlySet<string>): number => {
  const [smaller, larger] = words.size < content.size ? [words, content] : [content, words];
  let count = 0;
  for (const word of smaller) if (larger.has(word)) count += 1;
  return count;
};

/** Counts the question's words in each candidate: word by word or passage by passage, whichever is less work. */
const countWordsInCandidates = (
  candidates: ReadonlySet<Passage>,
  { words, postings, maxContent }: { words: Set<string>; postings: Postings[]; maxContent: number },
): ((passage: Passage) => number) => {
  const postingCount = postings.reduce((sum, { all }) => sum + all.length, 0);
  if (postingCount > candidates.size * Math.min(words.size, maxContent))
    return ({ content }) => countCommonWords(words, content);
  const counts = new Map<Passage, number>();
  for (const { all } of postings)
    for (const passage of all) counts.set(passage, (counts.get(passage) ?? 0) + 1);
  return (passage) => counts.get(passage) ?? 0;
};

/** Whose words answer a question: the rep's, unless it asks for the client's. */
const OF_CLIENT =
  /^\W*(?:(?:did|does|do|has|have|is|was|were|will|can|could|would) )?(?:the |our |a )?(?:client|customer|homeowner|house ?owner|buyer|prospect|caller|patient|lead)s?\b/i;
/** A sentence that says the opposite has the same words. */
const NEGATION = /\b(?:not|never|nothing|no longer|cannot|without|\w+n['’]t)\b/i;
/** "Don't you want to know who decides?" */
const NEGATIVE_QUESTION = /^\W*\w+n['’]t\b/i;
/** That something wasn't said can't be shown by a sentence. */
const ASKS_FOR_ABSENCE =
  /\b(?:not|never|avoid(?:ed|s)?|without|refrain(?:ed|s)?|didn['’]t|doesn['’]t|instead of)\b/i;

/** Returns whether a sentence may answer a question by its words. One channel has sentences of unknown speakers. */
const mayAnswer = ({ role, text }: Sentence, question: string): boolean => {
  const by = OF_CLIENT.test(question) ? "client" : "rep";
  if (role !== by && role !== "other") return false;
  return !NEGATION.test(text) || NEGATIVE_QUESTION.test(text);
};

/** Returns the first passage with most of the question's words, if the share is large enough. */
const findPassage = (
  question: string,
  { byWord, maxContent }: PassageIndex,
): Passage | undefined => {
  const words = new Set(extractContentWords(splitWords(question)));
  const minCount = words.size * MIN_WORD_SHARE;
  if (minCount > maxContent) return undefined;
  const postings = Array.from(words, (word) => byWord.get(word) ?? []).flat();
  if (postings.length < minCount) return undefined;
  const candidates = new Set(
    postings
      .flatMap((found) => found.candidates)
      .filter(({ content, first }) => content.size >= minCount && mayAnswer(first, question)),
  );
  const countWords = countWordsInCandidates(candidates, { words, postings, maxContent });
  let best: Passage | undefined;
  let bestCount = 0;
  for (const passage of candidates) {
    const count = countWords(passage);
    if (count > bestCount || (count === bestCount && passage.index < best!.index))
      [best, bestCount] = [passage, count];
  }
  return bestCount >= minCount ? best : undefined;
};

/** Answers yes with evidence. Without any, a question isn't answered: that nothing was found doesn't show a no. */
export const answerQuestions = (
  questions: readonly AnalysisQuestion[],
  found: FoundTrackers | undefined,
  passages: PassageIndex,
  findSaid: FindSaid,
): Answers => {
  const { answers, others } = answerByTrackers(questions, found);
  const ownAnswers = others.flatMap(({ id, question }) => {
    if (ASKS_FOR_ABSENCE.test(question)) return [];
    const said = findSaid(question);
    const sentence = said === undefined ? findPassage(question, passages)?.first : said;
    if (!sentence) return [];
    const { text, source: evidence, start } = sentence;
    const answer = shorten(text, MAX_CHARACTERS);
    return [{ questionId: id, yes: true, answer, evidence, start, source: "rules" as const }];
  });
  return [...answers, ...ownAnswers];
};

/**
 * Answers the yes/no questions of a template: yes with the words of its tracker, with the sentence that says what the question
 * asks for or, for a question that no concept matches, that contains enough of its words. With several templates,
 * chooses the one with the largest share of yes; none if all shares are 0.
 */
export const buildProcess = (
  sentences: readonly Sentence[],
  { templates, found }: Call,
  findSaid: FindSaid,
): Pick<AnalysisInput, "templateId" | "process"> => {
  const passages = indexPassages(sentences);
  const candidates = templates
    .filter(({ questions }) => questions.length > 0)
    .map(({ id, questions }) => {
      const answerable = questions.filter(({ kind }) => kind !== "rating");
      const answers = answerQuestions(answerable, found, passages, findSaid);
      return { id, answers, share: answers.length / questions.length };
    });
  const [best] = candidates.toSorted((a, b) => b.share - a.share);
  if (!best || (candidates.length > 1 && best.answers.length === 0)) return {};
  return { templateId: best.id, process: { answers: best.answers } };
};
