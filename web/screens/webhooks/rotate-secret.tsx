import { useState } from "preact/hooks";
import { Button, Confirm, Dialog, ShownOnce } from "../../parts/index.js";
import { useMutation } from "../../lib/use-mutation.js";
import { RotateWebhookSecret } from "./webhooks.graphql.js";
import { VerifyHint } from "./new-webhook.js";

/** Asks for confirmation, replaces the signing secret, then shows the new one. */
export const RotateSecret = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const rotate = useMutation(RotateWebhookSecret);
  const [secret, setSecret] = useState<string>();
  if (secret === undefined)
    return (
      <Confirm
        title="Rotate signing secret"
        action="Rotate"
        mutation={rotate}
        onClose={onClose}
        onConfirm={() =>
          void rotate
            .run({ id })
            .then((data) => data && setSecret(data.rotateWebhookSecret.signingSecret))
        }
      >
        <p>
          debrief creates a new secret. For 24 hours, deliveries carry signatures of both secrets,
          so the receiver keeps working. Enter the new secret there within that time.
        </p>
      </Confirm>
    );
  return (
    <Dialog title="New signing secret" onClose={onClose}>
      <div class="form">
        <p>Copy it now: you can’t see it again. The old secret stays valid for 24 hours.</p>
        <ShownOnce secrets={{ "signing secret": secret }} />
        <VerifyHint />
        <div class="actions">
          <Button kind="main" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  );
};
