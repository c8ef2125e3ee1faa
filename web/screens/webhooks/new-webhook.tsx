import { useState } from "preact/hooks";
import { Button, Dialog, ShownOnce } from "../../parts/index.js";
import { href } from "../../lib/location.js";
import { useMutation } from "../../lib/use-mutation.js";
import { CreateWebhook, type CreateWebhookMutation } from "./webhooks.graphql.js";
import { type EventTypes, type WebhookFormInput, WebhookForm } from "./webhook-form.js";

/** Explains how a receiver verifies deliveries. */
export const VerifyHint = () => (
  <p class="muted small">
    Receivers verify <code>webhook-signature</code> with this secret, as Standard Webhooks defines.
    The organization signing secret, which came with the API key, works too.
  </p>
);

const CreatedWebhook = ({ created }: { created: CreateWebhookMutation["createWebhook"] }) => (
  <div class="form">
    <p>This secret signs every delivery. Copy it now: you can’t see it again.</p>
    <ShownOnce secrets={{ "signing secret": created.signingSecret }} />
    <VerifyHint />
    <div class="actions">
      <a class="button main" href={href("/webhooks/:id", { id: created.webhook.id })}>
        Go to webhook
      </a>
    </div>
  </div>
);

/** Creates a webhook, then shows its secret. */
export const NewWebhook = ({
  eventTypes,
  onClose,
  onCreated,
}: {
  eventTypes: EventTypes;
  onClose: () => void;
  onCreated: () => void;
}) => {
  const create = useMutation(CreateWebhook);
  const [created, setCreated] = useState<CreateWebhookMutation["createWebhook"]>();
  const submit = async (input: WebhookFormInput): Promise<void> => {
    const data = await create.run({ input });
    if (!data) return;
    setCreated(data.createWebhook);
    onCreated();
  };
  return (
    <Dialog title={created ? "Webhook created" : "New webhook"} onClose={onClose}>
      {created ? (
        <CreatedWebhook created={created} />
      ) : (
        <WebhookForm
          mutation={create}
          eventTypes={eventTypes}
          action="Create"
          onClose={onClose}
          onSubmit={(input) => void submit(input)}
        />
      )}
    </Dialog>
  );
};

/** Opens the form for a new webhook. */
export const NewWebhookButton = ({ onClick }: { onClick: () => void }) => (
  <Button kind="main" onClick={onClick}>
    New webhook
  </Button>
);
