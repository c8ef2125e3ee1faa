import type { Route } from "./route.js";

export const webhooks: Route[] = [
  {
    method: "get",
    path: "/v1/webhooks",
    operation: `query { webhooks { id url active trigger events } }`,
  },
  {
    method: "post",
    path: "/v1/webhooks/test",
    operation: `mutation ($url: String!, $recording: JSON!) {
      delivery: testWebhook(url: $url, recording: $recording) {
        delivered status: responseStatus durationMs error
      }
    }`,
    message: "Test webhook sent",
  },
];
