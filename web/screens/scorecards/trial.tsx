import { PlaceLink } from "../../parts/value/place-link.js";
import { formatCount } from "../../lib/format.js";
import type { TryScorecardQuery } from "./scorecards.graphql.js";

export type TrialResult = TryScorecardQuery["tryTemplate"];
type Question = TrialResult["questions"][number];
type Answer = Question["answers"][number];

const describeScore = ({ score, scoreBefore }: TrialResult): string | undefined => {
  if (score === null) return undefined;
  const now = Math.round(score);
  const before = scoreBefore === null ? now : Math.round(scoreBefore);
  return before === now ? `Average score ${now}` : `Average score ${now}, before ${before}`;
};

const describeYes = ({ yes, yesBefore }: Question, calls: number): string => {
  if (yes === null) return "Rated by an AI model or a person";
  const now = `Yes in ${yes} of ${calls}`;
  return yesBefore === null || yesBefore === yes ? now : `${now}, before in ${yesBefore}`;
};

const describeChange = ({ yes, yesBefore }: Answer): string | undefined => {
  if (yesBefore === null || yes === yesBefore) return undefined;
  return yes ? "Becomes a yes" : "No longer a yes";
};

const AnswerItem = ({ answer }: { answer: Answer }) => {
  const { quote, start, recording } = answer;
  const change = describeChange(answer);
  return (
    <li>
      <span>
        {change !== undefined && <strong>{change}: </strong>}“{quote}”
        <span class="muted second-line">
          <PlaceLink recording={recording} start={start} />
        </span>
      </span>
    </li>
  );
};

/** A changed question has answers to look at. */
const changedFirst = (questions: readonly Question[]) => {
  const numbered = questions.map((question, index) => ({ question, index }));
  const hasAnswers = ({ question }: (typeof numbered)[number]): boolean =>
    question.answers.length > 0;
  return [...numbered.filter(hasAnswers), ...numbered.filter((one) => !hasAnswers(one))];
};

/** What a scorecard would find in the newest calls, and what a change of its questions changes. */
export const Trial = ({ result, isChanged }: { result: TrialResult; isChanged: boolean }) => {
  const { calls, questions } = result;
  const score = describeScore(result);
  return (
    <div class="trial">
      <p role="status">
        {calls === 0
          ? "No call from these sources has a transcript yet"
          : `The last ${calls === 1 ? "call" : formatCount(calls, "call")}`}
        {score !== undefined && (
          <>
            : <strong>{score}</strong>
          </>
        )}
      </p>
      {isChanged && <p class="muted">The questions have changed since: try them again.</p>}
      {calls > 0 && (
        <ol class="questions">
          {changedFirst(questions).map(({ question, index }) => (
            <li key={index} value={index + 1}>
              {question.question}
              <span class="muted second-line">{describeYes(question, calls)}</span>
              {question.answers.length > 0 && (
                <ul class="items">
                  {question.answers.map((answer) => (
                    <AnswerItem key={answer.recording.id} answer={answer} />
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ol>
      )}
      <p class="muted">
        As debrief answers by itself, without a model server and without what people have changed.
      </p>
    </div>
  );
};
