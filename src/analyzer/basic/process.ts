import type { AnalysisInput } from "../../../graph/analysis.js";
import type { Call, Process } from "../analyzer.js";
import { type Sentence, shortened } from "./sentences.js";
import { contentOf, wordsOf } from "./words.js";

const MOST_CHARACTERS = 300;
/** The share of a question's words that has to be said together. */
const ENOUGH = 0.6;
/** A question and its answer, or a sentence that goes on in the next, are looked at together. */
const TOGETHER = 2;
/** A word that is said more often is looked for in the first of these places. */
const MOST_PLACES = 100;

type Answers = NonNullable<AnalysisInput["process"]>["answers"];

/** A sentence with those after it, as the words it is about. */
interface Passage {
  /** Its place in the call. */
  at: number;
  first: Sentence;
  content: Set<string>;
}

/** The passages by each word that their first sentence is about. */
type Passages = ReadonlyMap<string, readonly Passage[]>;

const passagesOf = (sentences: readonly Sentence[]): Passages => {
  const found = new Map<string, Passage[]>();
  for (const [at, first] of sentences.entries()) {
    const together = sentences.slice(at, at + TOGETHER);
    const passage = { at, first, content: new Set(together.flatMap(({ content }) => content)) };
    for (const word of new Set(first.content)) {
      const known = found.get(word);
      if (!known) found.set(word, [passage]);
      else if (known.length < MOST_PLACES) known.push(passage);
    }
  }
  return found;
};

/** Where most of the question's words are said, and first, if they are enough. */
const passageFor = (question: string, passages: Passages): Passage | undefined => {
  const wanted = new Set(contentOf(wordsOf(question)));
  let best: Passage | undefined;
  let most = 0;
  for (const passage of [...wanted].flatMap((word) => passages.get(word) ?? [])) {
    const said = [...wanted].filter((word) => passage.content.has(word)).length;
    if (said > most || (said === most && passage.at < best!.at)) [best, most] = [passage, said];
  }
  return most >= wanted.size * ENOUGH ? best : undefined;
};

const answersOf = ({ questions }: Process, passages: Passages): Answers =>
  questions.map(({ id, question }) => {
    const found = passageFor(question, passages);
    return {
      questionId: id,
      yes: found !== undefined,
      answer: found ? shortened(found.first.text, MOST_CHARACTERS) : null,
    };
  });

const yes = (answers: Answers): number => answers.filter((answer) => answer.yes).length;

/**
 * The organization's process, its questions answered yes where their words are said, with the sentence that
 * shows it. Of several it is the one that was followed most, by its share; none if none was followed at all.
 */
export const processOf = (
  sentences: readonly Sentence[],
  { processes }: Call,
): Pick<AnalysisInput, "templateId" | "process"> => {
  const passages = passagesOf(sentences);
  const all = processes
    .filter(({ questions }) => questions.length > 0)
    .map((process) => ({ id: process.id, answers: answersOf(process, passages) }));
  const share = ({ answers }: { answers: Answers }): number => yes(answers) / answers.length;
  const [best] = all.toSorted((a, b) => share(b) - share(a));
  if (!best || (all.length > 1 && yes(best.answers) === 0)) return {};
  return { templateId: best.id, process: { answers: best.answers } };
};
