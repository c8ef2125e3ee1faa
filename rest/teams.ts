import type { Route } from "./route.js";

export const teams: Route[] = [
  {
    method: "get",
    path: "/v1/teams",
    operation: `query { teams { id name members { email name role } } }`,
  },
];
