import { Confirm } from "../../parts/index.js";
import { useMutation } from "../../src/query.js";
import { DeleteWebhook as Operation } from "../webhooks.graphql.js";

export const DeleteWebhook = ({
  of: { id, url },
  onClose,
  onDone,
}: {
  of: { id: string; url: string };
  onClose: () => void;
  onDone: () => void;
}) => {
  const remove = useMutation(Operation);
  return (
    <Confirm
      title="Delete the webhook"
      action="Delete"
      of={remove}
      onClose={onClose}
      onConfirm={() => void remove.run({ id }).then((data) => data && onDone())}
    >
      <p>
        Nothing is sent to <strong class="url">{url}</strong> any more, and what was waiting is
        cancelled. Its deliveries stay in the log, but cannot be sent again.
      </p>
      <p class="muted">To stop it for a while, edit it and make it inactive.</p>
    </Confirm>
  );
};
