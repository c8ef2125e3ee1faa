import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { Button, Checkbox, ProblemAlert, Time } from "../../parts/index.js";
import { describeStep } from "../../lib/step-text.js";
import { showUndo } from "../../lib/toast.js";
import { useMutation } from "../../lib/use-mutation.js";
import { formatDue, isOverdue } from "./days.js";
import { UpdateActionItem } from "./next-steps.graphql.js";
import { DeleteStepDialog, EditStepForm } from "./step-form.js";
import type { Rep, Step } from "./types.js";

const nameOwner = ({ owner, assignee }: Step): string => {
  if (!owner) return assignee ? `${assignee} (client)` : "The client";
  return assignee && assignee !== owner.name
    ? `${owner.name} (in the call: ${assignee})`
    : owner.name;
};

/** Who is to do a step, by when, or who has done it. */
const StepFacts = ({ step }: { step: Step }) => {
  const { due, completed, completedAt, completedBy } = step;
  return (
    <p class="muted small">
      {nameOwner(step)}
      {due !== null && (
        <>
          {" · "}
          <span class={isOverdue(step) ? "overdue" : undefined}>
            by <time dateTime={due}>{formatDue(due)}</time>
            {isOverdue(step) && ", overdue"}
          </span>
        </>
      )}
      {completed && completedAt && (
        <>
          {" · done"}
          {completedBy && ` by ${completedBy.name}`} on <Time at={completedAt} isDayOnly />
        </>
      )}
    </p>
  );
};

/** A next step with its tick. `children`: where it belongs. */
export const StepItem = ({
  step,
  recordingId,
  rep,
  onChanged,
  onDeleted,
  children,
}: {
  step: Step;
  recordingId: string;
  rep: Rep;
  onChanged: (step: Step) => void;
  onDeleted: () => void;
  children?: ComponentChildren;
}) => {
  const { id, completed, added } = step;
  const [open, setOpen] = useState<"edit" | "delete">();
  const update = useMutation(UpdateActionItem);
  const item = useRef<HTMLLIElement>(null);
  const close = (): void => {
    setOpen(undefined);
    // The focused button disappears.
    item.current?.focus();
  };
  if (id === null) return null;
  const tick = async (): Promise<void> => {
    if (update.isBusy) return;
    const data = await update.run({ id, input: { completed: !completed } });
    if (!data) return;
    // Not after the tick is removed: who ticked it, and when, can't be restored.
    if (!completed)
      showUndo("Next step done", UpdateActionItem, { id, input: { completed } }, (undone) =>
        onChanged(undone.updateActionItem),
      );
    onChanged(data.updateActionItem);
  };
  return (
    <li class="todo" ref={item} tabIndex={-1}>
      {open === "edit" ? (
        <EditStepForm
          step={step}
          id={id}
          recordingId={recordingId}
          rep={rep}
          onClose={close}
          onChanged={(changed) => {
            onChanged(changed);
            close();
          }}
        />
      ) : (
        <>
          <Checkbox
            label={<span class={completed ? "todo-done" : undefined}>{describeStep(step)}</span>}
            // As the user set it, until the server answers.
            checked={update.isBusy ? !completed : completed}
            onChange={() => void tick()}
          />
          <div class="todo-facts">
            <StepFacts step={step} />
            <Button kind="quiet" onClick={() => setOpen("edit")}>
              Edit
            </Button>
            {added && (
              <Button kind="quiet" onClick={() => setOpen("delete")}>
                Delete
              </Button>
            )}
          </div>
          {children}
        </>
      )}
      <ProblemAlert problem={update.problem} />
      {open === "delete" && <DeleteStepDialog id={id} onClose={close} onDeleted={onDeleted} />}
    </li>
  );
};
