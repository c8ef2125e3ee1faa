import type { Route } from "../route.js";

export const eventRoutes: Route[] = [
  {
    method: "get",
    path: "/v1/events",
    summary: "List events",
    description:
      "Lists past webhook events, oldest first, with or without a webhook. debrief keeps them as long as the delivery log: 30 days by default. To miss nothing, pass the last `syncCursor` as `startAfter` at any later time.",
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
