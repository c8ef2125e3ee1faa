import type { Route } from "./route.js";

const CLIENT = `fragment client on Client {
  id name email crmEntityId address insights insightsUpdatedAt notes createdAt updatedAt
}`;

export const clients: Route[] = [
  {
    method: "get",
    path: "/v1/clients",
    operation: `query ($crmEntityId: String, $email: String, $limit: Int, $cursor: String) {
      body: clients(
        first: $limit, after: $cursor, filter: { crmEntityId: $crmEntityId, email: $email }
      ) {
        clients: nodes { ...client }
        nextCursor
        hasMore
      }
    } ${CLIENT}`,
    aliases: { startAfter: "cursor" },
    emptyIsAbsent: ["email"],
    overrides: { crmEntityId: ["email", "limit", "cursor"], email: ["limit", "cursor"] },
  },
  {
    method: "get",
    path: "/v1/clients/:id",
    operation: `query ($id: ID!) { client(id: $id) { ...client } } ${CLIENT}`,
    missing: "Client not found",
  },
];
