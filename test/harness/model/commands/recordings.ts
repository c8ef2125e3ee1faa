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
import { complete } from "./analyses.js";
import { call } from "./calls.js";
import { changing } from "./changing.js";
import { graph, kind } from "./kind.js";
import { emails, eventIds, idOf, index, names } from "./pool.js";

const start = changing(
  4,
  ["startAnalysis", ""],
  fc.constant({}),
  () => ({}),
  ({ world, org }, id) => startAnalysis(world, org, id),
);

const fail = changing(
  3,
  ["failAnalysis", ", $reason: String!"],
  names,
  (_at, reason) => ({ reason }),
  ({ world, org }, id, { reason }) => failAnalysis(world, org, id, reason),
);

const sync = changing(
  3,
  ["syncRecording", ""],
  fc.constant({}),
  () => ({}),
  ({ world, org }, id) => syncRecording(world, org, id),
);

const review = changing(
  3,
  ["addReview", ", $reviewerEmail: String!, $durationMs: Int!"],
  fc.record({ reviewerEmail: emails, durationMs: fc.constantFrom(0, 1, 61_000, -1) }),
  (_at, data) => data,
  ({ org }, id, { reviewerEmail: email, durationMs }) => addReview(org, id, { email, durationMs }),
);

const link = changing(
  4,
  ["linkAppointment", ", $eventId: String!"],
  eventIds,
  (_at, eventId) => ({ eventId }),
  ({ org }, id, { eventId }) => linkAppointment(org, id, eventId),
);

const unlink = changing(
  4,
  ["unlinkAppointment", ""],
  fc.constant({}),
  () => ({}),
  ({ org }, id) => unlinkAppointment(org, id),
);

const erase = kind({
  weight: 2,
  internal: true,
  data: index,
  resolve: ({ org, other }, at) => idOf(org.recordings, other.recordings, at),
  tell: ({ org }, id) => deleteRecording(org, id),
})({
  graph: graph(
    "mutation ($id: ID!) { answer: deleteRecording(id: $id) }",
    (id) => ({ id }),
    (value) => value,
  ),
});

export const recordings = { call, start, fail, complete, sync, review, link, unlink, erase };
