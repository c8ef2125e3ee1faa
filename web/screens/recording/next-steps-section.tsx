import { useState } from "preact/hooks";
import { Button, Section } from "../../parts/index.js";
import { AddStepForm } from "../next-steps/step-form.js";
import { StepItem } from "../next-steps/step-item.js";
import type { Step } from "../next-steps/types.js";
import { useSteps } from "../next-steps/use-steps.js";
import type { Recording } from "./types.js";

/** What is to be done after the call. */
export const NextStepsSection = ({ recording }: { recording: Recording }) => {
  const { id, user, actionItems } = recording;
  const { steps, change, remove } = useSteps<Step>(actionItems ?? []);
  const [isAdding, setAdding] = useState(false);
  return (
    <Section title="Next steps">
      {steps.length === 0 && <p class="muted">Nobody has promised anything in this call.</p>}
      <ul class="todos">
        {steps.map((step) => (
          <StepItem
            key={step.id}
            step={step}
            rep={user}
            onChanged={change}
            onDeleted={() => remove(step.id)}
          />
        ))}
      </ul>
      {isAdding ? (
        <AddStepForm
          recordingId={id}
          rep={user}
          onClose={() => setAdding(false)}
          onAdded={(step) => {
            change(step);
            setAdding(false);
          }}
        />
      ) : (
        <Button onClick={() => setAdding(true)}>Add a next step</Button>
      )}
    </Section>
  );
};
