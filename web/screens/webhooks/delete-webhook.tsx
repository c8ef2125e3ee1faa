import { Confirm } from "../../parts/index.js";
import { useMutation } from "../../lib/use-mutation.js";
import { DeleteWebhook as Operation } from "./webhooks.graphql.js";

export const DeleteWebhook = ({
  webhook: { id, url },
  onClose,
  onDone,
}: {
  webhook: { id: string; url: string };
  onClose: () => void;
  onDone: () => void;
}) => {
  const deletion = useMutation(Operation);
  return (
    <Confirm
      title="Delete webhook"
      action="Delete"
      mutation={deletion}
      onClose={onClose}
      onConfirm={() => void deletion.run({ id }).then((data) => data && onDone())}
    >
      <p>
        debrief stops sending events to <strong class="url">{url}</strong> and cancels its pending
        deliveries. Past deliveries stay in the log but can’t be redelivered.
      </p>
      <p class="muted">To pause the webhook instead, edit it and clear Active.</p>
    </Confirm>
  );
};
