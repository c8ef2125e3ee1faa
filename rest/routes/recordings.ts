import { listedFields, shownFields } from "../../graph/recordings/projection.js";
import type { Route } from "../route.js";

/** Fields that /v1 renames, or from which it selects subfields. */
const selections: Record<string, string> = {
  url: "recording: url",
  actionItems: "actionItems { kind text assignee completed }",
  process: `process {
    templateId template summary score
    answers { questionId question answer yes evidence start }
  }`,
  metrics: `metrics {
    talkTime talkRatio waitedToTalkAvg talkSpeed conversationSwitches switchesPerMinute
    questionsAsked
  }`,
};

const buildFragment = (name: string, fields: readonly string[]): string =>
  `fragment ${name} on Recording { ${fields.map((field) => selections[field] ?? field).join(" ")} }`;

/** The fields of a recording in every list. */
const RECORDING_ITEM_FRAGMENT = buildFragment("recordingItem", listedFields);

/** The further fields of a single recording. */
export const RECORDING_DETAILS_FRAGMENT = buildFragment(
  "recordingDetails",
  shownFields.filter((field) => !listedFields.includes(field)),
);

const RECORDING_FRAGMENT = buildFragment("recording", shownFields);

export const recordingRoutes: Route[] = [
  {
    method: "get",
    path: "/v1/recordings",
    summary: "List recordings",
    description:
      "Lists processed recordings, newest first. `search` selects recordings by words and sorts by relevance. `updatedSince` and `processedSince` sort by that time, the earliest first, and return a `syncCursor` to continue from at any later time.",
    nonNullFields: ["Recording.summary", "Recording.notes", "Recording.processedAt"],
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
          matches: searchMatches { field start snippet { text hit } }
          ...recordingDetails @include(if: $details)
          transcript @include(if: $transcript) { speaker text start end }
        }
        deleted { id deletedAt }
        nextCursor
        hasMore
        syncCursor
      }
    } ${RECORDING_ITEM_FRAGMENT} ${RECORDING_DETAILS_FRAGMENT}`,
    flags: { include: ["details", "transcript"] },
    maxWith: { include: { limit: 25 } },
    omitNull: ["deleted", "syncCursor"],
    omitNullInItems: { recordings: ["matches"] },
  },
  {
    method: "get",
    path: "/v1/recordings/:id",
    summary: "Read a recording",
    description: "Returns a processed recording with all results of its analysis.",
    nonNullFields: ["Recording.summary", "Recording.notes", "Recording.processedAt"],
    operation: `query getRecording($id: ID!) {
      recording(id: $id, status: processed) { ...recording }
    } ${RECORDING_FRAGMENT}`,
    notFoundMessage: "Recording not found",
  },
];
