import { useRef, useState } from "preact/hooks";
import { Button, Section } from "../../parts/index.js";
import { useChangedItems } from "../../lib/use-changed-items.js";
import { AddStepForm } from "../next-steps/step-form.js";
import { StepItem } from "../next-steps/step-item.js";
import type { Step } from "../next-steps/types.js";
import type { Recording } from "./types.js";

/** What is promised in the call, and what people add. */
export const NextStepsSection = ({ recording }: { recording: Recording }) => {
  const { id, user, actionItems } = recording;
  const { items: steps, added, change, remove } = useChangedItems<Step, Step>(actionItems ?? []);
  const [isAdding, setAdding] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  // The focused button disappears.
  const focusList = (): void => list.current?.focus();
  const close = (): void => {
    setAdding(false);
    focusList();
  };
  const all = [...steps, ...added];
  return (
    <Section title="Next steps">
      {all.length === 0 && <p class="muted">No next steps yet.</p>}
      <ul class="todos" ref={list} tabIndex={-1} aria-label="Next steps">
        {all.map((step) => (
          <StepItem
            key={step.id}
            step={step}
            recordingId={id}
            rep={user}
            onChanged={change}
            onDeleted={() => {
              remove(step.id);
              focusList();
            }}
          />
        ))}
      </ul>
      {isAdding ? (
        <AddStepForm
          recordingId={id}
          rep={user}
          onClose={close}
          onAdded={(step) => {
            change(step);
            close();
          }}
        />
      ) : (
        <Button onClick={() => setAdding(true)}>Add a next step</Button>
      )}
    </Section>
  );
};
