import type { Route } from "./route.js";

export const recordings: Route[] = [
  {
    method: "get",
    path: "/v1/recordings",
    operation: `query ($fromDate: DateFrom, $toDate: DateTo, $limit: Int, $startAfter: String) {
      body: recordings(
        first: $limit, after: $startAfter, filter: { from: $fromDate, to: $toDate }
      ) {
        recordings: nodes { id name status createdAt duration summary recording: url }
        nextCursor
        hasMore
      }
    }`,
  },
  {
    method: "get",
    path: "/v1/recordings/:id",
    operation: `query ($id: ID!) {
      recording(id: $id, status: processed) {
        id name status organizationId createdAt updatedAt duration summary notes
        actionItems { kind text assignee completed }
        coaching tags recording: url
        userEmail source startedAt processedAt clientId eventId customFields
      }
    }`,
    missing: "Recording not found",
  },
];
