import { Button, Checkbox, Field, Form, Select, type FormValues } from "../../parts/index.js";
import type { MutationState } from "../../lib/use-mutation.js";
import { retryTexts } from "../../lib/retry-texts.js";
import type { WebhookRetry, WebhooksQuery } from "./webhooks.graphql.js";
import { DEFAULT_EVENT, triggerTexts } from "./webhook-texts.js";

export type EventTypes = WebhooksQuery["eventTypes"];

export interface WebhookFormInput {
  url: string;
  trigger: string;
  events: string[];
  active: boolean;
  retry: WebhookRetry;
}

const readInput = (values: FormValues): WebhookFormInput => ({
  url: values.get("url").trim(),
  trigger: values.get("trigger"),
  events: values.all("events"),
  active: values.get("active") !== "",
  retry: values.get("retry") as WebhookRetry,
});

interface Props {
  mutation: Pick<MutationState<unknown, never>, "isBusy" | "problem">;
  /** The present values; undefined for a new webhook. */
  webhook?: WebhookFormInput | undefined;
  eventTypes: EventTypes;
  action: string;
  onSubmit: (input: WebhookFormInput) => void;
  onClose: () => void;
}

const Events = ({ types, selected }: { types: EventTypes; selected: string[] }) => (
  <fieldset>
    <legend>Events</legend>
    {types.map(({ name, description }) => (
      <Checkbox
        key={name}
        name="events"
        value={name}
        defaultChecked={selected.includes(name)}
        label={
          <>
            <code>{name}</code>
            <span class="muted second-line">{description}</span>
          </>
        }
      />
    ))}
    <p class="hint">
      Without a selection, the webhook receives <code>{DEFAULT_EVENT}</code>.
    </p>
  </fieldset>
);

export const WebhookForm = ({
  mutation,
  eventTypes,
  webhook,
  action,
  onSubmit,
  onClose,
}: Props) => (
  <Form mutation={mutation} onSubmit={(values) => onSubmit(readInput(values))}>
    <Field
      label="URL"
      name="url"
      type="url"
      defaultValue={webhook?.url ?? ""}
      placeholder="https://"
      hint="Must use HTTPS and a public address, unless the server’s DEBRIEF_WEBHOOK_ALLOW allows others."
      autocomplete="off"
      autofocus
      required
    />
    <Events
      types={eventTypes}
      selected={webhook && webhook.events.length > 0 ? webhook.events : [DEFAULT_EVENT]}
    />
    <Select
      label="Recording source"
      name="trigger"
      options={triggerTexts}
      value={webhook?.trigger ?? "all"}
      hint={`Applies only to ${DEFAULT_EVENT}.`}
    />
    <Select
      label="After a failure"
      name="retry"
      options={retryTexts}
      value={webhook?.retry ?? "none"}
      hint="Retries come after 5 seconds, 5 and 30 minutes, 2, 5, 10 and 10 hours. A repeated message has the same webhook-id, so that the receiver can ignore what it has already processed."
    />
    <Checkbox
      name="active"
      value="on"
      defaultChecked={webhook?.active ?? true}
      label={
        <>
          Active
          <span class="muted second-line">
            Deactivating a webhook cancels its pending deliveries.
          </span>
        </>
      }
    />
    <div class="actions">
      <Button onClick={onClose}>Cancel</Button>
      <Button kind="main" type="submit" isBusy={mutation.isBusy}>
        {action}
      </Button>
    </div>
  </Form>
);
