import type { RefObject } from "preact";
import { Duration, Section, StatusBadge } from "../../parts/index.js";
import type { Recording } from "./types.js";
import { playFrom } from "./use-follow-playback.js";

type Answer = NonNullable<Recording["process"]>["answers"][number];
type Player = RefObject<HTMLMediaElement | null> | undefined;

/** The words of the call that support an answer; they play if there is media. */
const Evidence = ({ evidence, start, player }: Answer & { player: Player }) => {
  if (evidence === null || start === null) return null;
  const words = (
    <>
      <Duration ms={start} /> “{evidence}”
    </>
  );
  if (!player) return <span class="evidence">{words}</span>;
  return (
    <button
      type="button"
      class="line evidence"
      title="Play"
      onClick={() => playFrom(player.current!, start)}
    >
      {words}
    </button>
  );
};

const AnswerItem = ({ answer, player }: { answer: Answer; player: Player }) => {
  const { question, yes, answered, evidence } = answer;
  return (
    <li>
      <StatusBadge
        status={yes ? "processed" : "inactive"}
        text={answered ? (yes ? "yes" : "no") : "not found"}
      />
      <span>
        {question}
        {answer.answer && answer.answer !== evidence && (
          <span class="muted second-line">{answer.answer}</span>
        )}
        <Evidence {...answer} player={player} />
      </span>
    </li>
  );
};

/** The answers to the template's questions, and how many were yes. */
export const ProcessSection = ({
  process,
  template,
  player,
}: {
  process: Recording["process"];
  template: string | undefined;
  /** Set if there is media. */
  player: Player;
}) =>
  process && (
    <Section title="Process">
      <p>
        <strong>
          {process.followed} of {process.total}
        </strong>{" "}
        followed
        {template && <span class="muted"> · {template}</span>}
      </p>
      {process.summary && <p>{process.summary}</p>}
      <ul class="items">
        {process.answers.map((answer) => (
          <AnswerItem key={answer.questionId} answer={answer} player={player} />
        ))}
      </ul>
    </Section>
  );
