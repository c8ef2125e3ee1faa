import type { Route } from "./route.js";

export const events: Route[] = [
  {
    method: "get",
    path: "/v1/events",
    operation: `query ($event: String, $since: DateFrom, $limit: Int, $startAfter: String) {
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
