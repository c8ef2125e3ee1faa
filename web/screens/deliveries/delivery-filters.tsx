import { Button, Filters, Select } from "../../parts/index.js";
import { useQuery } from "../../lib/use-query.js";
import { WebhooksToFilterBy } from "./deliveries.graphql.js";

/** Filter names, the same in the URL and in the schema's DeliveryFilter. */
export const deliveryFilterNames = ["webhookId", "status", "event", "recordingId"] as const;

export type DeliveryFilterValues = Partial<Record<(typeof deliveryFilterNames)[number], string>>;

const statusTexts = { "": "All", delivered: "Delivered", failed: "Failed", pending: "Pending" };

export const DeliveryFilters = ({
  values,
  onChange,
}: {
  values: DeliveryFilterValues;
  onChange: (changes: DeliveryFilterValues) => void;
}) => {
  const { data } = useQuery(WebhooksToFilterBy, {});
  const { webhookId = "", status = "", event = "" } = values;
  const webhooks = Object.fromEntries(data?.webhooks.map(({ id, url }) => [id, url]) ?? []);
  const eventNames = Object.fromEntries(data?.eventTypes.map(({ name }) => [name, name]) ?? []);
  return (
    <Filters onChange={onChange}>
      <Select
        label="Webhook"
        name="webhookId"
        options={{ "": "All", ...(webhookId && { [webhookId]: webhookId }), ...webhooks }}
        value={webhookId}
      />
      <Select label="Status" name="status" options={statusTexts} value={status} />
      <Select
        label="Event"
        name="event"
        options={{ "": "All", ...(event && { [event]: event }), ...eventNames }}
        value={event}
      />
      {values.recordingId && (
        <Button icon="close" onClick={() => onChange({ recordingId: "" })}>
          One recording only
        </Button>
      )}
    </Filters>
  );
};
