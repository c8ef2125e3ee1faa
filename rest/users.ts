import type { Route } from "./route.js";

export const userRoutes: Route[] = [
  {
    method: "get",
    path: "/v1/users",
    summary: "List active users",
    operation: `query listUsers {
      users {
        name email
        lastProcessAIAction lastProcessAIAt lastCoachAssistantAction lastCoachAssistantAt
        lastRecordedAt accessedAt updatedAt createdAt
      }
    }`,
  },
];
