import { Button, Field, Select } from "../../parts/index.js";
import { formatWeight } from "../../lib/answers.js";
import type { Kind, Tracker } from "./types.js";

export interface QuestionDraft {
  /** Identifies the draft while the order changes. */
  key: string;
  /** Null for a new question. */
  id: string | null;
  question: string;
  /** The tracker that answers it, unless it is rated; null: its wording decides. */
  trackerId: string | null;
  kind: Kind;
  /** How much it counts in the score, from 1 to 10. */
  weight: number;
}

const kindTexts: Record<Kind, string> = {
  yesNo: "Yes or no",
  rating: "A rating from 1 to 5",
};

const MAX_WEIGHT = 10;

const weightTexts = Object.fromEntries(
  Array.from({ length: MAX_WEIGHT }, (_, index) => [String(index + 1), formatWeight(index + 1)]),
);

let createdCount = 0;

export const createQuestion = (question = ""): QuestionDraft => ({
  key: `new ${(createdCount += 1)}`,
  id: null,
  question,
  trackerId: null,
  kind: "yesNo",
  weight: 1,
});

interface QuestionFieldProps {
  draft: QuestionDraft;
  /** Starts at 1. */
  position: number;
  isLast: boolean;
  trackers: readonly Tracker[];
  onChange: (draft: QuestionDraft) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

const QuestionField = ({
  draft,
  position,
  isLast,
  trackers,
  onChange,
  onMove,
  onRemove,
}: QuestionFieldProps) => (
  <li>
    <Field
      label={`Question ${position}`}
      value={draft.question}
      onInput={({ currentTarget }) => onChange({ ...draft, question: currentTarget.value })}
      required
    />
    <div class="pair">
      <Select
        label={`Answer to question ${position}`}
        options={kindTexts}
        value={draft.kind}
        onChange={({ currentTarget }) => onChange({ ...draft, kind: currentTarget.value as Kind })}
      />
      <Select
        label={`Question ${position} counts`}
        options={weightTexts}
        value={String(draft.weight)}
        onChange={({ currentTarget }) =>
          onChange({ ...draft, weight: Number(currentTarget.value) })
        }
      />
    </div>
    {draft.kind === "rating" && (
      <p class="hint">An AI model or a person rates it. Until then, it doesn’t count.</p>
    )}
    {draft.kind === "yesNo" && trackers.length > 0 && (
      <Select
        label={`A yes to question ${position}`}
        options={{
          "": "What the wording asks for",
          ...Object.fromEntries(trackers.map(({ id, name }) => [id, `Tracker: ${name}`])),
        }}
        value={draft.trackerId ?? ""}
        onChange={({ currentTarget }) =>
          onChange({ ...draft, trackerId: currentTarget.value || null })
        }
      />
    )}
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
  trackers,
  onChange,
}: {
  questions: QuestionDraft[];
  trackers: readonly Tracker[];
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
          trackers={trackers}
          onChange={(changed) => onChange(questions.with(index, changed))}
          onMove={(by) =>
            onChange(questions.with(index, questions[index + by]!).with(index + by, draft))
          }
          onRemove={() => onChange(questions.toSpliced(index, 1))}
        />
      ))}
    </ol>
    <p class="hint">
      Removing a question keeps the answers that recordings already have. A tracker decides by your
      own words and examples what counts as a yes.
    </p>
    <div>
      <Button onClick={() => onChange([...questions, createQuestion()])}>Add question</Button>
    </div>
  </fieldset>
);
