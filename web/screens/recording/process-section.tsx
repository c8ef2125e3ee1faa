import type { RefObject } from "preact";
import { ProblemAlert, Section, StatusBadge } from "../../parts/index.js";
import {
  describeAnswer,
  formatRating,
  formatScore,
  formatWeight,
  RATINGS,
} from "../../lib/answers.js";
import { useMutation } from "../../lib/use-mutation.js";
import { SetVerdict } from "./recording.graphql.js";
import { Quote } from "./quote.js";
import type { Recording } from "./types.js";

type Answer = NonNullable<Recording["process"]>["answers"][number];
type Player = RefObject<HTMLMediaElement | null> | undefined;

const sourceTexts = {
  rules: "Found by debrief",
  tracker: "Found by the question’s tracker",
  model: "Answered by the AI model",
  program: "Answered by a program",
} as const satisfies Record<NonNullable<Answer["source"]>, string>;

/** Describes what the analysis found, without a person's verdict. */
const describeFinding = ({ kind, answered, foundYes, foundRating }: Answer): string => {
  if (kind === "rating") return foundRating === null ? "no rating" : formatRating(foundRating);
  return answered ? (foundYes ? "yes" : "no") : "nothing";
};

type Verdict = Partial<Pick<NonNullable<Answer["verdict"]>, "yes" | "rating" | "notApplicable">>;

interface Choice {
  text: string;
  sent: Verdict;
  isChosen: (verdict: NonNullable<Answer["verdict"]>) => boolean;
}

const notApplicable: Choice = {
  text: "N/A",
  sent: { notApplicable: true },
  isChosen: (verdict) => verdict.notApplicable,
};

const yesNoChoices: Choice[] = [true, false].map((yes) => ({
  text: yes ? "Yes" : "No",
  sent: { yes },
  isChosen: (verdict) => !verdict.notApplicable && verdict.yes === yes,
}));

const ratingChoices: Choice[] = RATINGS.map((rating) => ({
  text: String(rating),
  sent: { rating },
  isChosen: (verdict) => verdict.rating === rating,
}));

/** What a person may say about an answer. */
const choices: Record<Answer["kind"], Choice[]> = {
  yesNo: [...yesNoChoices, notApplicable],
  rating: [...ratingChoices, notApplicable],
};

/** Lets a manager or an admin judge an answer. The chosen verdict again takes it back. */
const Judge = ({
  answer,
  recordingId,
  onDone,
}: {
  answer: Answer;
  recordingId: string;
  onDone: () => void;
}) => {
  const set = useMutation(SetVerdict);
  const { questionId, question, kind, verdict } = answer;
  const judge = async (sent: Verdict | { yes: null }): Promise<void> => {
    if (await set.run({ recordingId, questionId, ...sent })) onDone();
  };
  return (
    <>
      <span class="judge" role="group" aria-label={`Your verdict: ${question}`}>
        {choices[kind].map(({ text, sent, isChosen }) => {
          const isPressed = verdict !== null && isChosen(verdict);
          return (
            <button
              key={text}
              type="button"
              aria-pressed={isPressed}
              disabled={set.isBusy}
              onClick={() => void judge(isPressed ? { yes: null } : sent)}
            >
              {text}
            </button>
          );
        })}
      </span>
      <ProblemAlert problem={set.problem} />
    </>
  );
};

interface ItemProps {
  answer: Answer;
  player: Player;
  recordingId: string;
  /** Set if the viewer may judge. */
  onJudged: (() => void) | undefined;
}

const AnswerItem = ({ answer, player, recordingId, onJudged }: ItemProps) => {
  const { question, yes, weight, evidence, start, verdict } = answer;
  return (
    <li>
      <StatusBadge status={yes ? "processed" : "inactive"} text={describeAnswer(answer)} />
      <span>
        {question}
        {weight > 1 && <span class="muted second-line">Counts {formatWeight(weight)}</span>}
        {answer.answer && answer.answer !== evidence && (
          <span class="muted second-line">{answer.answer}</span>
        )}
        {evidence !== null && start !== null && (
          <Quote start={start} text={evidence} player={player} />
        )}
        {answer.source && <span class="muted second-line">{sourceTexts[answer.source]}</span>}
        {verdict && (
          <span class="muted second-line">
            Judged by {verdict.by ?? "a program"}; debrief found {describeFinding(answer)}.
          </span>
        )}
        {onJudged && <Judge answer={answer} recordingId={recordingId} onDone={onJudged} />}
      </span>
    </li>
  );
};

const describeScore = (process: NonNullable<Recording["process"]>): string => {
  const score = formatScore(process);
  if (score !== undefined) return `Score ${score}`;
  const isOpen = process.answers.some(({ verdict }) => !verdict?.notApplicable);
  return isOpen ? "Not scored yet" : "No question applies";
};

/** The answers to the template's questions, and how many were yes. */
export const ProcessSection = ({
  recording: { id, process, template },
  player,
  reload,
}: {
  recording: Recording;
  /** Set if there is media. */
  player: Player;
  reload: () => void;
}) => {
  if (!process) return null;
  const isOutdated =
    template && process.templateVersion !== null && process.templateVersion < template.version;
  return (
    <Section
      title={describeScore(process)}
      actions={
        <span class="muted small">
          {process.total > 0 && `${process.followed} of ${process.total} followed`}
          {process.total > 0 && template && " · "}
          {template?.name}
          {isOutdated && " · scored by an earlier version of it"}
        </span>
      }
    >
      {process.summary && <p>{process.summary}</p>}
      <ul class="items scorecard">
        {process.answers.map((answer) => (
          <AnswerItem
            key={answer.questionId}
            answer={answer}
            player={player}
            recordingId={id}
            onJudged={process.canJudge ? reload : undefined}
          />
        ))}
      </ul>
    </Section>
  );
};
