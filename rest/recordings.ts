import type { Route } from "./route.js";

const ITEM = `fragment recordingItem on Recording {
  id name status createdAt duration summary recording: url
}`;

const RECORDING = `fragment recording on Recording {
  id name status organizationId createdAt updatedAt duration summary notes
  actionItems { kind text assignee completed }
  coaching tags recording: url
  userEmail source startedAt processedAt clientId eventId customFields
}`;

export const recordings: Route[] = [
  {
    method: "get",
    path: "/v1/recordings",
    summary: "List recordings",
    about: "Recordings that are processed, newest first.",
    neverNull: ["summary"],
    operation: `query listRecordings($fromDate: DateFrom, $toDate: DateTo, $limit: Int, $startAfter: String) {
      body: recordings(
        first: $limit, after: $startAfter, filter: { from: $fromDate, to: $toDate }
      ) {
        recordings: nodes { ...recordingItem }
        nextCursor
        hasMore
      }
    } ${ITEM}`,
  },
  {
    method: "get",
    path: "/v1/recordings/:id",
    summary: "Read a recording",
    about: "One that is processed, with all that was found in it.",
    neverNull: ["summary", "notes", "processedAt"],
    operation: `query getRecording($id: ID!) {
      recording(id: $id, status: processed) { ...recording }
    } ${RECORDING}`,
    missing: "Recording not found",
  },
];
