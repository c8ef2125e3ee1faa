import { useState } from "preact/hooks";
import { Button, Confirm, Dialog, ShownOnce } from "../../parts/index.js";
import { useMutation } from "../../src/query.js";
import { RotateWebhookSecret } from "../webhooks.graphql.js";
import { Verify } from "./new.js";

/** Asks before the signing secret is replaced, then shows the new one. */
export const RotateSecret = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const rotate = useMutation(RotateWebhookSecret);
  const [secret, setSecret] = useState<string>();
  if (secret === undefined)
    return (
      <Confirm
        title="Rotate the signing secret"
        action="Rotate"
        of={rotate}
        onClose={onClose}
        onConfirm={() =>
          void rotate
            .run({ id })
            .then((data) => data && setSecret(data.rotateWebhookSecret.signingSecret))
        }
      >
        <p>
          A new secret signs from now on. For 24 hours the old one signs along, so that a receiver
          that still checks with it takes what it is sent. Within that time, give the receiver the
          new one.
        </p>
      </Confirm>
    );
  return (
    <Dialog title="The new signing secret" onClose={onClose}>
      <div class="form">
        <p>It is shown this once: copy it now. The old one signs along for 24 hours.</p>
        <ShownOnce of={{ "signing secret": secret }} />
        <Verify />
        <div class="actions">
          <Button kind="main" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  );
};
