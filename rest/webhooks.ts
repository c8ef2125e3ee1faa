import type { Route } from "./route.js";

export const webhookRoutes: Route[] = [
  {
    method: "get",
    path: "/v1/webhooks",
    summary: "List webhooks",
    operation: `query listWebhooks { webhooks { id url active trigger events } }`,
  },
  {
    method: "post",
    path: "/v1/webhooks/test",
    summary: "Send a test to a webhook",
    description:
      "Sends a `recording.processed` made of the recording given to the URL, signed as a real one and marked by the header `webhook-test: true`, and answers when the attempt has ended, however it ended.",
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
