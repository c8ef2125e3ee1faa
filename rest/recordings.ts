import type { Route } from "./route.js";

const ITEM = `fragment recordingItem on Recording {
  id name status createdAt duration summary recording: url
}`;

/** What a recording shows besides what is in every list. */
export const DETAILS = `fragment recordingDetails on Recording {
  organizationId updatedAt notes
  actionItems { kind text assignee completed }
  coaching tags
  userEmail source startedAt processedAt clientId eventId customFields
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
    about:
      "Recordings that are processed, newest first. With `search` they are those that have its words, by relevance. With `updatedSince` or `processedSince` they come in the order of that time, the earliest first, with a `syncCursor` to go on from at any later time.",
    neverNull: ["summary", "notes", "processedAt"],
    operation: `query listRecordings(
      $fromDate: DateFrom, $toDate: DateTo, $limit: Int, $startAfter: String,
      $search: String, $order: RecordingOrder, $updatedSince: DateFrom, $processedSince: DateFrom,
      $details: Boolean! = false, $transcript: Boolean! = false
    ) {
      body: recordings(
        first: $limit, after: $startAfter, order: $order,
        filter: { from: $fromDate, to: $toDate, search: $search },
        since: { updated: $updatedSince, processed: $processedSince }
      ) {
        recordings: nodes {
          ...recordingItem
          matches { field start snippet { text hit } }
          ...recordingDetails @include(if: $details)
          transcript @include(if: $transcript) { speaker text start end }
        }
        deleted { id deletedAt }
        nextCursor
        hasMore
        syncCursor
      }
    } ${ITEM} ${DETAILS}`,
    flags: { include: ["details", "transcript"] },
    mostWith: { include: { limit: 25 } },
    absent: ["deleted", "syncCursor"],
    leftOut: { recordings: "matches" },
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
