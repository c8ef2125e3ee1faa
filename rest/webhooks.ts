import type { Route } from "./route.js";

export const webhooks: Route[] = [
  {
    method: "get",
    path: "/v1/webhooks",
    operation: `query { webhooks { id url active trigger events } }`,
  },
];
