import type { RefObject } from "preact";
import { ProblemAlert, Section, StatusBadge } from "../../parts/index.js";
import { useMutation } from "../../lib/use-mutation.js";
import { SetVerdict } from "./recording.graphql.js";
import { Quote } from "./quote.js";
import type { Recording } from "./types.js";

type Answer = NonNullable<Recording["process"]>["answers"][number];
type Player = RefObject<HTMLMediaElement | null> | undefined;

const sourceTexts = {
  rules: "Found from the question’s wording",
  tracker: "Found by the question’s tracker",
  model: "Answered by the AI model",
  program: "Answered by a program",
} as const satisfies Record<NonNullable<Answer["source"]>, string>;

const describeFinding = ({ answered, foundYes }: Answer): string =>
  answered ? (foundYes ? "yes" : "no") : "nothing";

/** Lets a manager or an admin say yes or no. The chosen one again takes the verdict back. */
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
  const { questionId, question, verdict } = answer;
  const judge = async (yes: boolean): Promise<void> => {
    const chosen = verdict?.yes === yes ? null : yes;
    if (await set.run({ recordingId, questionId, yes: chosen })) onDone();
  };
  return (
    <>
      <span class="judge" role="group" aria-label={`Your verdict: ${question}`}>
        {([true, false] as const).map((yes) => (
          <button
            key={String(yes)}
            type="button"
            aria-pressed={verdict?.yes === yes}
            disabled={set.isBusy}
            onClick={() => void judge(yes)}
          >
            {yes ? "Yes" : "No"}
          </button>
        ))}
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
  const { question, yes, answered, evidence, start, verdict } = answer;
  return (
    <li>
      <StatusBadge
        status={yes ? "processed" : "inactive"}
        text={answered || verdict ? (yes ? "yes" : "no") : "not found"}
      />
      <span>
        {question}
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
}) =>
  process && (
    <Section
      title={`Score ${Math.round(process.score)}`}
      actions={
        <span class="muted small">
          {process.followed} of {process.total} followed
          {template && ` · ${template.name}`}
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
