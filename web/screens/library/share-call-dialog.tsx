import { Button, Dialog, Field, Form, type FormValues, Select } from "../../parts/index.js";
import { showToast } from "../../lib/toast.js";
import { useMutation } from "../../lib/use-mutation.js";
import { describeSharing, parseReceiver, useReceivers } from "./audience.js";
import { CreateClip } from "./library.graphql.js";

/** Shares a whole call. */
export const ShareCallDialog = ({
  recording: { id, name },
  onClose,
  onDone,
}: {
  recording: { id: string; name: string };
  onClose: () => void;
  onDone: () => void;
}) => {
  const create = useMutation(CreateClip);
  const receivers = useReceivers();
  const submit = async (values: FormValues): Promise<void> => {
    const shareWith = parseReceiver(values.get("with"));
    const input = { recordingId: id, title: values.get("title"), shareWith };
    if (!(await create.run({ input }))) return;
    showToast("Call shared");
    onDone();
  };
  return (
    <Dialog title="Share the call" onClose={onClose}>
      <Form mutation={create} onSubmit={(values) => void submit(values)}>
        <Field
          label="Title"
          name="title"
          required
          maxLength={1024}
          defaultValue={name}
          hint="As they see it in their library."
        />
        <Select
          label="Share with"
          name="with"
          // No choice is made for them: one click would share with everyone.
          options={{ "": "Choose …", ...receivers }}
          required
          hint={describeSharing(true)}
        />
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="main" isBusy={create.isBusy}>
            Share
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};
