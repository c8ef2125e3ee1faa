import { Button, Field } from "../../parts/index.js";

export interface Question {
  /** Stays the same while the order changes. */
  key: string;
  /** None yet where it is new. */
  id: string | null;
  question: string;
}

let made = 0;

export const newQuestion = (): Question => ({ key: `new ${(made += 1)}`, id: null, question: "" });

interface OneProps {
  of: Question;
  /** From 1. */
  place: number;
  isLast: boolean;
  change: (question: string) => void;
  move: (by: -1 | 1) => void;
  remove: () => void;
}

const One = ({ of, place, isLast, change, move, remove }: OneProps) => (
  <li>
    <Field
      label={`Question ${place}`}
      value={of.question}
      onInput={({ currentTarget }) => change(currentTarget.value)}
      required
    />
    <div class="actions">
      <Button
        disabled={place === 1}
        aria-label={`Move question ${place} up`}
        onClick={() => move(-1)}
      >
        Up
      </Button>
      <Button disabled={isLast} aria-label={`Move question ${place} down`} onClick={() => move(1)}>
        Down
      </Button>
      <Button aria-label={`Take out question ${place}`} onClick={remove}>
        Take out
      </Button>
    </div>
  </li>
);

/** Questions in an order that can be changed. */
export const QuestionFields = ({
  of,
  set,
}: {
  of: Question[];
  set: (questions: Question[]) => void;
}) => (
  <fieldset>
    <legend>Questions</legend>
    <ol class="question-fields">
      {of.map((one, index) => (
        <One
          key={one.key}
          of={one}
          place={index + 1}
          isLast={index === of.length - 1}
          change={(question) => set(of.with(index, { ...one, question }))}
          move={(by) => set(of.with(index, of[index + by]!).with(index + by, one))}
          remove={() => set(of.toSpliced(index, 1))}
        />
      ))}
    </ol>
    <p class="hint">
      Answers that were given stay with their recordings, also those to a question that is taken
      out.
    </p>
    <div>
      <Button onClick={() => set([...of, newQuestion()])}>Add a question</Button>
    </div>
  </fieldset>
);
