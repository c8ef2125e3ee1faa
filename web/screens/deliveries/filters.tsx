import { Button, Filters, Select } from "../../parts/index.js";
import { useQuery } from "../../src/query.js";
import { WebhooksToFilterBy } from "../deliveries.graphql.js";
import { events } from "../webhooks/choices.js";

/** Of the schema's DeliveryFilter, and of the URL. */
export const filters = ["webhookId", "status", "event", "recordingId"] as const;

export type Values = Partial<Record<(typeof filters)[number], string>>;

const statuses = { "": "All", delivered: "Delivered", failed: "Failed", pending: "Pending" };
const names = Object.fromEntries(Object.keys(events).map((name) => [name, name]));

export const DeliveryFilters = ({
  values,
  change,
}: {
  values: Values;
  change: (changes: Values) => void;
}) => {
  const { data } = useQuery(WebhooksToFilterBy, {});
  const { webhookId = "", status = "", event = "" } = values;
  const webhooks = Object.fromEntries(data?.webhooks.map(({ id, url }) => [id, url]) ?? []);
  return (
    <Filters change={change}>
      <Select
        label="Webhook"
        name="webhookId"
        options={{ "": "All", ...(webhookId && { [webhookId]: webhookId }), ...webhooks }}
        value={webhookId}
      />
      <Select label="State" name="status" options={statuses} value={status} />
      <Select label="Event" name="event" options={{ "": "All", ...names }} value={event} />
      {values.recordingId && (
        <Button icon="close" onClick={() => change({ recordingId: "" })}>
          Of one recording
        </Button>
      )}
    </Filters>
  );
};
