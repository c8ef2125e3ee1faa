import { useState } from "preact/hooks";
import { Button, Dialog, ShownOnce } from "../../parts/index.js";
import { href } from "../../src/location.js";
import { useMutation } from "../../src/query.js";
import { CreateWebhook, type CreateWebhookMutation } from "../webhooks.graphql.js";
import { type Input, WebhookForm } from "./form.js";

/** How a receiver checks what it is sent. */
export const Verify = () => (
  <p class="muted small">
    A receiver checks <code>webhook-signature</code> with it, as Standard Webhooks has it. The
    organization signing secret, which came with the API key, does as well.
  </p>
);

const Created = ({ of }: { of: CreateWebhookMutation["createWebhook"] }) => (
  <div class="form">
    <p>This secret signs what is sent. It is shown this once: copy it now.</p>
    <ShownOnce of={{ "signing secret": of.signingSecret }} />
    <Verify />
    <div class="actions">
      <a class="button main" href={href("/webhooks/:id", { id: of.webhook.id })}>
        Go to the webhook
      </a>
    </div>
  </div>
);

/** Asks for what a new webhook is to be, then shows its secret. */
export const NewWebhook = ({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: () => void;
}) => {
  const create = useMutation(CreateWebhook);
  const [created, setCreated] = useState<CreateWebhookMutation["createWebhook"]>();
  const submit = async (input: Input): Promise<void> => {
    const data = await create.run({ input });
    if (!data) return;
    setCreated(data.createWebhook);
    onCreated();
  };
  return (
    <Dialog title={created ? "The webhook is made" : "New webhook"} onClose={onClose}>
      {created ? (
        <Created of={created} />
      ) : (
        <WebhookForm
          of={create}
          action="Create"
          onClose={onClose}
          onSubmit={(input) => void submit(input)}
        />
      )}
    </Dialog>
  );
};

/** Opens the dialog. */
export const NewButton = ({ onClick }: { onClick: () => void }) => (
  <Button kind="main" onClick={onClick}>
    New webhook
  </Button>
);
