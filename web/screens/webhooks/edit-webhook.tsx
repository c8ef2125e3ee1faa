import { Dialog } from "../../parts/index.js";
import { useMutation } from "../../lib/use-mutation.js";
import { showToast } from "../../lib/toast.js";
import { UpdateWebhook } from "./webhooks.graphql.js";
import { type EventTypes, type WebhookFormInput, WebhookForm } from "./webhook-form.js";

export const EditWebhook = ({
  webhook,
  eventTypes,
  onClose,
  onDone,
}: {
  webhook: WebhookFormInput & { id: string };
  eventTypes: EventTypes;
  onClose: () => void;
  onDone: () => void;
}) => {
  const update = useMutation(UpdateWebhook);
  const submit = async (input: WebhookFormInput): Promise<void> => {
    if (!(await update.run({ id: webhook.id, input }))) return;
    showToast("Webhook saved");
    onDone();
  };
  return (
    <Dialog title="Edit webhook" onClose={onClose}>
      <WebhookForm
        mutation={update}
        webhook={webhook}
        eventTypes={eventTypes}
        action="Save"
        onClose={onClose}
        onSubmit={(input) => void submit(input)}
      />
    </Dialog>
  );
};
