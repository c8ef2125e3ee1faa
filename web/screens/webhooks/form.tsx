import { Button, Check, Field, Form, Select, type Values } from "../../parts/index.js";
import type { Mutation } from "../../src/query.js";
import { DEFAULT_EVENT, events, triggers } from "./choices.js";

export interface Input {
  url: string;
  trigger: string;
  events: string[];
  active: boolean;
}

const read = (values: Values): Input => ({
  url: values.get("url").trim(),
  trigger: values.get("trigger"),
  events: values.all("events"),
  active: values.get("active") !== "",
});

interface Props {
  of: Pick<Mutation<unknown, never>, "busy" | "problem">;
  /** What it is now; none is a new one. */
  webhook?: Input | undefined;
  action: string;
  onSubmit: (input: Input) => void;
  onClose: () => void;
}

const Events = ({ of }: { of: string[] }) => (
  <fieldset>
    <legend>Events</legend>
    {Object.entries(events).map(([name, when]) => (
      <Check
        key={name}
        name="events"
        value={name}
        defaultChecked={of.includes(name)}
        label={
          <>
            <code>{name}</code>
            <span class="muted answer">{when}</span>
          </>
        }
      />
    ))}
    <p class="hint">
      With none of them, it gets <code>{DEFAULT_EVENT}</code>.
    </p>
  </fieldset>
);

export const WebhookForm = ({ of, webhook, action, onSubmit, onClose }: Props) => (
  <Form of={of} onSubmit={(values) => onSubmit(read(values))}>
    <Field
      label="URL"
      name="url"
      type="url"
      defaultValue={webhook?.url ?? ""}
      placeholder="https://"
      hint="By https, to a public address, unless an operator allows another one."
      autocomplete="off"
      autofocus
      required
    />
    <Events of={webhook && webhook.events.length > 0 ? webhook.events : [DEFAULT_EVENT]} />
    <Select
      label="Recordings of the source"
      name="trigger"
      options={triggers}
      value={webhook?.trigger ?? "all"}
      hint={`Holds for ${DEFAULT_EVENT} alone.`}
    />
    <Check
      name="active"
      value="on"
      defaultChecked={webhook?.active ?? true}
      label={
        <>
          Active
          <span class="muted answer">
            While it is not, nothing is sent, and what was waiting is cancelled.
          </span>
        </>
      }
    />
    <div class="actions">
      <Button onClick={onClose}>Cancel</Button>
      <Button kind="main" type="submit" busy={of.busy}>
        {action}
      </Button>
    </div>
  </Form>
);
