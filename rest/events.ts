import type { Route } from "./route.js";

export const eventRoutes: Route[] = [
  {
    method: "get",
    path: "/v1/events",
    summary: "List events",
    description:
      "What webhooks are told, in the order in which it happened, whether or not there is a webhook, for 30 days. Pass `syncCursor` as `startAfter` at any later time, and nothing is missed.",
    operation: `query listEvents($event: String, $since: DateFrom, $limit: Int, $startAfter: String) {
      body: events(first: $limit, after: $startAfter, filter: { event: $event, since: $since }) {
        events: nodes { id event createdAt recordingId payload }
        nextCursor
        hasMore
        syncCursor
      }
    }`,
    aliases: { type: "event" },
  },
];
