import type { Route } from "./route.js";

export const CLIENT = `fragment client on Client {
  id name email crmEntityId address insights insightsUpdatedAt notes createdAt updatedAt
}`;

export const clients: Route[] = [
  {
    method: "get",
    path: "/v1/clients",
    summary: "List clients, or look one up",
    about:
      "Newest first. With `crmEntityId` or `email` it is a look-up, whose list has one client or none; `limit` and `cursor` are then not looked at. `crmEntityId` wins over `email`.",
    operation: `query listClients($crmEntityId: String, $email: String, $limit: Int, $cursor: String) {
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
    summary: "Read a client",
    operation: `query getClient($id: ID!) { client(id: $id) { ...client } } ${CLIENT}`,
    missing: "Client not found",
  },
];
