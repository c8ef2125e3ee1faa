import type { Route } from "../route.js";

// The contract fixes the fields of the list.
const WEBHOOK_FRAGMENT = "fragment webhook on Webhook { id url active trigger events }";
const CHANGED_WEBHOOK_FRAGMENT =
  "fragment changedWebhook on Webhook { id url active trigger events retry }";

export const webhookRoutes: Route[] = [
  {
    method: "get",
    path: "/v1/webhooks",
    keyScope: "webhooks",
    summary: "List webhooks",
    operation: `query listWebhooks { webhooks { ...webhook } } ${WEBHOOK_FRAGMENT}`,
  },
  {
    method: "post",
    path: "/v1/webhooks",
    keyScope: "webhooks",
    summary: "Create or update a webhook",
    description:
      "For named keys with the scope `webhooks`. A webhook with exactly this `url` is updated; what isn't sent stays. `signingSecret` is shown once, for a new webhook; else it is null.",
    errorCodes: ["DESTINATION_NOT_ALLOWED", "CONFLICT"],
    operation: `mutation pushWebhook(
      $url: String!, $trigger: String, $events: [String!], $active: Boolean, $retry: WebhookRetry
    ) {
      body: upsertWebhook(input: {
        url: $url, trigger: $trigger, events: $events, active: $active, retry: $retry
      }) {
        webhook { ...changedWebhook }
        signingSecret
      }
    } ${CHANGED_WEBHOOK_FRAGMENT}`,
    nonNullBodyFields: ["trigger", "active", "retry"],
  },
  {
    method: "put",
    path: "/v1/webhooks/:id",
    keyScope: "webhooks",
    summary: "Update a webhook",
    description: "For named keys with the scope `webhooks`. Updates only the fields that are sent.",
    errorCodes: ["DESTINATION_NOT_ALLOWED"],
    operation: `mutation changeWebhook(
      $id: ID!, $url: String, $trigger: String, $events: [String!], $active: Boolean, $retry: WebhookRetry
    ) {
      webhook: updateWebhook(id: $id, input: {
        url: $url, trigger: $trigger, events: $events, active: $active, retry: $retry
      }) { ...changedWebhook }
    } ${CHANGED_WEBHOOK_FRAGMENT}`,
    nonNullBodyFields: ["url", "trigger", "active", "retry"],
  },
  {
    method: "delete",
    path: "/v1/webhooks/:id",
    keyScope: "webhooks",
    summary: "Delete a webhook",
    description:
      "For named keys with the scope `webhooks`. Deliveries that haven't begun are cancelled; the log stays.",
    operation: `mutation deleteWebhook($id: ID!) { deleteWebhook(id: $id) }`,
    staticResponse: { message: "Webhook deleted" },
  },
  {
    method: "post",
    path: "/v1/webhooks/test",
    keyScope: "webhooks",
    summary: "Send a test event",
    description:
      "Builds a `recording.processed` event from the given `recording` and sends it to `url`. The request is signed like a real event and has the header `webhook-test: true`. The answer arrives after the attempt and reports its result, a failure included.",
    bodySchemas: {
      recording: {
        type: "object",
        properties: {
          id: { type: "string", minLength: 1 },
          status: { type: "string", const: "processed" },
        },
        required: ["id", "status"],
        additionalProperties: true,
      },
    },
    errorCodes: ["DESTINATION_NOT_ALLOWED"],
    operation: `mutation sendTestWebhook($url: String!, $recording: JSON!) {
      delivery: testWebhook(url: $url, recording: $recording) { ...testDelivery }
    }
    fragment testDelivery on Delivery {
      delivered status: responseStatus durationMs error
    }`,
    message: "Test webhook sent",
  },
];
