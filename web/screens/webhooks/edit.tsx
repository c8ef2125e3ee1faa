import { Dialog } from "../../parts/index.js";
import { useMutation } from "../../src/query.js";
import { say } from "../../src/say.js";
import { UpdateWebhook } from "../webhooks.graphql.js";
import { type Input, WebhookForm } from "./form.js";

export const EditWebhook = ({
  of,
  onClose,
  onDone,
}: {
  of: Input & { id: string };
  onClose: () => void;
  onDone: () => void;
}) => {
  const update = useMutation(UpdateWebhook);
  const submit = async (input: Input): Promise<void> => {
    if (!(await update.run({ id: of.id, input }))) return;
    say("Saved");
    onDone();
  };
  return (
    <Dialog title="Edit the webhook" onClose={onClose}>
      <WebhookForm
        of={update}
        webhook={of}
        action="Save"
        onClose={onClose}
        onSubmit={(input) => void submit(input)}
      />
    </Dialog>
  );
};
