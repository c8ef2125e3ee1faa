import type { Route } from "./route.js";

export const users: Route[] = [
  {
    method: "get",
    path: "/v1/users",
    operation: `query {
      users {
        name email
        lastProcessAIAction lastProcessAIAt lastCoachAssistantAction lastCoachAssistantAt
        lastRecordedAt accessedAt updatedAt createdAt
      }
    }`,
  },
];
