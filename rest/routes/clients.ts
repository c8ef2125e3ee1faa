import type { Route } from "../route.js";

export const CLIENT_FRAGMENT = `fragment client on Client {
  id name email crmEntityId address insights insightsUpdatedAt notes createdAt updatedAt
}`;

export const clientRoutes: Route[] = [
  {
    method: "get",
    path: "/v1/clients",
    summary: "List clients, or look one up",
    description:
      "Newest first. `crmEntityId` or `email` looks up one client: the list then has at most one item, and `limit` and `cursor` are ignored. `crmEntityId` wins over `email`.",
    operation: `query listClients($crmEntityId: String, $email: String, $limit: Int, $cursor: String) {
      body: clients(
        first: $limit, after: $cursor, filter: { crmEntityId: $crmEntityId, email: $email }
      ) {
        clients: nodes { ...client }
        nextCursor
        hasMore
      }
    } ${CLIENT_FRAGMENT}`,
    aliases: { startAfter: "cursor" },
    emptyIsAbsent: ["email"],
    overrides: { crmEntityId: ["email", "limit", "cursor"], email: ["limit", "cursor"] },
  },
  {
    method: "get",
    path: "/v1/clients/:id",
    summary: "Read a client",
    operation: `query getClient($id: ID!) { client(id: $id) { ...client } } ${CLIENT_FRAGMENT}`,
    notFoundMessage: "Client not found",
  },
];
