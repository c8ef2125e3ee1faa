import fc from "fast-check";
import {
  addReview,
  deleteRecording,
  failAnalysis,
  linkAppointment,
  startAnalysis,
  syncRecording,
  unlinkAppointment,
} from "../analysis.js";
import { complete } from "./complete-analysis.js";
import { call } from "./calls.js";
import { defineRecordingChange } from "./recording-change.js";
import { buildGraphqlExchange, defineCommand } from "./command-kind.js";
import { emails, eventIds, pickId, index, names } from "./value-pool.js";

const start = defineRecordingChange(
  4,
  ["startAnalysis", ""],
  fc.constant({}),
  () => ({}),
  ({ world, org }, id) => startAnalysis(world, org, id),
);

const fail = defineRecordingChange(
  3,
  ["failAnalysis", ", $reason: String!"],
  names,
  (_at, reason) => ({ reason }),
  ({ world, org }, id, { reason }) => failAnalysis(world, org, id, reason),
);

const sync = defineRecordingChange(
  3,
  ["syncRecording", ""],
  fc.constant({}),
  () => ({}),
  ({ world, org }, id) => syncRecording(world, org, id),
);

const review = defineRecordingChange(
  3,
  ["addReview", ", $reviewerEmail: String!, $durationMs: Int!"],
  fc.record({ reviewerEmail: emails, durationMs: fc.constantFrom(0, 1, 61_000, -1) }),
  (_at, data) => data,
  ({ world, org }, id, { reviewerEmail: email, durationMs }) =>
    addReview(world, org, id, { email, durationMs }),
);

const link = defineRecordingChange(
  4,
  ["linkAppointment", ", $eventId: String!"],
  eventIds,
  (_at, eventId) => ({ eventId }),
  ({ org }, id, { eventId }) => linkAppointment(org, id, eventId),
);

const unlink = defineRecordingChange(
  4,
  ["unlinkAppointment", ""],
  fc.constant({}),
  () => ({}),
  ({ org }, id) => unlinkAppointment(org, id),
);

const erase = defineCommand({
  weight: 2,
  internal: true,
  data: index,
  resolve: ({ org, other }, at) => pickId(org.recordings, other.recordings, at),
  apply: ({ org }, id) => deleteRecording(org, id),
})({
  graph: buildGraphqlExchange(
    "mutation ($id: ID!) { answer: deleteRecording(id: $id) }",
    (id) => ({ id }),
    (value) => value,
  ),
});

export const recordings = { call, start, fail, complete, sync, review, link, unlink, erase };
