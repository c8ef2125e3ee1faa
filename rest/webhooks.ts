import type { Route } from "./route.js";

export const webhookRoutes: Route[] = [
  {
    method: "get",
    path: "/v1/webhooks",
    keyScope: "webhooks",
    summary: "List webhooks",
    operation: `query listWebhooks { webhooks { id url active trigger events } }`,
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
