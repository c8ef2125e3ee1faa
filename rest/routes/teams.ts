import type { Route } from "../route.js";

export const teamRoutes: Route[] = [
  {
    method: "get",
    path: "/v1/teams",
    summary: "List teams with their members",
    operation: `query listTeams { teams { id name members { email name role } } }`,
  },
];
