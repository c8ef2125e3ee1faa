import { Button, Field } from "../../parts/index.js";

export interface QuestionDraft {
  /** Identifies the draft while the order changes. */
  key: string;
  /** Null for a new question. */
  id: string | null;
  question: string;
}

let createdCount = 0;

export const createQuestion = (): QuestionDraft => ({
  key: `new ${(createdCount += 1)}`,
  id: null,
  question: "",
});

interface QuestionFieldProps {
  draft: QuestionDraft;
  /** Starts at 1. */
  position: number;
  isLast: boolean;
  onChange: (question: string) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

const QuestionField = ({
  draft,
  position,
  isLast,
  onChange,
  onMove,
  onRemove,
}: QuestionFieldProps) => (
  <li>
    <Field
      label={`Question ${position}`}
      value={draft.question}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
      required
    />
    <div class="actions">
      <Button
        disabled={position === 1}
        aria-label={`Move question ${position} up`}
        onClick={() => onMove(-1)}
      >
        Up
      </Button>
      <Button
        disabled={isLast}
        aria-label={`Move question ${position} down`}
        onClick={() => onMove(1)}
      >
        Down
      </Button>
      <Button aria-label={`Remove question ${position}`} onClick={onRemove}>
        Remove
      </Button>
    </div>
  </li>
);

/** A list of questions that can be edited, moved and removed. */
export const QuestionFields = ({
  questions,
  onChange,
}: {
  questions: QuestionDraft[];
  onChange: (questions: QuestionDraft[]) => void;
}) => (
  <fieldset>
    <legend>Questions</legend>
    <ol class="question-fields">
      {questions.map((draft, index) => (
        <QuestionField
          key={draft.key}
          draft={draft}
          position={index + 1}
          isLast={index === questions.length - 1}
          onChange={(question) => onChange(questions.with(index, { ...draft, question }))}
          onMove={(by) =>
            onChange(questions.with(index, questions[index + by]!).with(index + by, draft))
          }
          onRemove={() => onChange(questions.toSpliced(index, 1))}
        />
      ))}
    </ol>
    <p class="hint">Removing a question keeps the answers that recordings already have.</p>
    <div>
      <Button onClick={() => onChange([...questions, createQuestion()])}>Add question</Button>
    </div>
  </fieldset>
);
