import { Button, Confirm, Field, Form, Select, TextArea } from "../../parts/index.js";
import { showToast } from "../../lib/toast.js";
import type { RequestProblem } from "../../lib/send-operation.js";
import { useMutation } from "../../lib/use-mutation.js";
import { useRecordingViewers } from "../../lib/use-recording-viewers.js";
import { AddActionItem, DeleteActionItem, UpdateActionItem } from "./next-steps.graphql.js";
import type { Rep, Step } from "./types.js";

interface StepValues {
  text: string;
  /** Null: no user is chosen. Undefined: as it was. */
  ownerEmail: string | null | undefined;
  due: string | null;
}

/** The controls of a step. */
const StepFields = ({
  mutation,
  recordingId,
  step,
  rep,
  onCancel,
  onSubmit,
}: {
  mutation: { problem: RequestProblem | undefined; isBusy: boolean };
  recordingId: string;
  /** Undefined for a new one. */
  step?: Step;
  rep: Rep;
  onCancel: () => void;
  onSubmit: (values: StepValues) => void;
}) => {
  const viewers = useRecordingViewers(recordingId);
  const others = Object.entries(viewers).filter(([email]) => email !== rep.email);
  const isForClient = step?.kind === "client";
  const chosen =
    step?.owner && (isForClient || step.owner.email !== rep.email) ? step.owner : undefined;
  return (
    <Form
      mutation={mutation}
      isFocused
      onSubmit={(values) =>
        onSubmit({
          text: values.get("text"),
          // An owner who no longer sees the call may stay.
          ownerEmail:
            values.get("ownerEmail") === (chosen?.email ?? "")
              ? undefined
              : values.get("ownerEmail") || null,
          due: values.get("due") || null,
        })
      }
    >
      <TextArea
        label="What is to be done"
        name="text"
        rows={2}
        required
        defaultValue={step?.text}
      />
      <div class="pair">
        <Field label="By" name="due" type="date" defaultValue={step?.due ?? ""} />
        {(others.length > 0 || isForClient || chosen) && (
          <Select
            label="Who does it"
            name="ownerEmail"
            value={chosen?.email ?? ""}
            options={{
              "": isForClient ? "The client" : `${rep.name}, who had the call`,
              ...(isForClient && viewers[rep.email] && { [rep.email]: rep.name }),
              ...(chosen && { [chosen.email]: chosen.name }),
              ...Object.fromEntries(others),
            }}
          />
        )}
      </div>
      <div class="actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" kind="main" isBusy={mutation.isBusy}>
          {step ? "Save" : "Add"}
        </Button>
      </div>
    </Form>
  );
};

/** Adds a next step to a call. */
export const AddStepForm = ({
  recordingId,
  rep,
  onClose,
  onAdded,
}: {
  recordingId: string;
  rep: Rep;
  onClose: () => void;
  onAdded: (step: Step) => void;
}) => {
  const add = useMutation(AddActionItem);
  const submit = async (input: StepValues): Promise<void> => {
    const data = await add.run({ recordingId, input });
    if (data) onAdded(data.addActionItem);
  };
  return (
    <StepFields
      mutation={add}
      recordingId={recordingId}
      rep={rep}
      onCancel={onClose}
      onSubmit={(values) => void submit(values)}
    />
  );
};

/** Changes a next step. */
export const EditStepForm = ({
  step,
  id,
  recordingId,
  rep,
  onClose,
  onChanged,
}: {
  step: Step;
  id: string;
  recordingId: string;
  rep: Rep;
  onClose: () => void;
  onChanged: (step: Step) => void;
}) => {
  const update = useMutation(UpdateActionItem);
  const submit = async ({ text, due, ownerEmail }: StepValues): Promise<void> => {
    const data = await update.run({
      id,
      input: {
        ...(text !== step.text && { text }),
        ...(due !== step.due && { due }),
        ...(ownerEmail !== undefined && { ownerEmail }),
      },
    });
    if (data) onChanged(data.updateActionItem);
  };
  return (
    <StepFields
      mutation={update}
      recordingId={recordingId}
      step={step}
      rep={rep}
      onCancel={onClose}
      onSubmit={(values) => void submit(values)}
    />
  );
};

/** Deletes a next step that a person has added. */
export const DeleteStepDialog = ({
  id,
  onClose,
  onDeleted,
}: {
  id: string;
  onClose: () => void;
  onDeleted: () => void;
}) => {
  const remove = useMutation(DeleteActionItem);
  const confirm = async (): Promise<void> => {
    if (!(await remove.run({ id }))) return;
    showToast("Next step deleted");
    onDeleted();
  };
  return (
    <Confirm
      title="Delete this next step?"
      action="Delete"
      mutation={remove}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <p>This can’t be undone. If it is done, tick it instead.</p>
    </Confirm>
  );
};
