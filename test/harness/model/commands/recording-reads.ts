import fc from "fast-check";
import { resolveClient } from "../clients.js";
import { RECORDING_SELECTION, buildPageQuery } from "../selections.js";
import { buildNotFound, Refusal } from "../refusal.js";
import { splitPages, formatPosition, isInBounds } from "../lists.js";
import { findUser } from "../people.js";
import { toRestRecordingItem, toRestRecording } from "../rest-views.js";
import { buildTranscriptView } from "../views.js";
import type { Recording, Status } from "../world.js";
import { showRecording } from "./recording-change.js";
import {
  formatPath,
  buildGraphqlExchange,
  defineCommand,
  buildExchange,
  type CommandContext,
  mapOutcome,
  walkRestPages,
  walkGraphqlPages,
} from "./command-kind.js";
import { bounds, emails, fields, pickId, index, limits, maybe } from "./value-pool.js";
import { stats } from "./stats.js";

const pickRecordingId = ({ org, other }: CommandContext, at: number): string | undefined =>
  pickId(org.recordings, other.recordings, at);

const findRecording = ({ org }: CommandContext, id: string): Recording | undefined =>
  org.recordings.find((recording) => recording.id === id);

/** /v1 shows processed recordings only. */
const recording = defineCommand({
  weight: 3,
  data: index,
  resolve: pickRecordingId,
  apply: findRecording,
})({
  v1: buildExchange(
    (id) => ({ method: "GET", path: `/v1/recordings/${id}` }),
    (found, at) => {
      if (found?.status !== "processed") throw buildNotFound("Recording");
      return { recording: toRestRecording(showRecording(found, at)) };
    },
  ),
  graph: buildGraphqlExchange(
    `query ($id: ID!) { answer: recording(id: $id) { ${RECORDING_SELECTION} } }`,
    (id) => ({ id }),
    (found, at) => (found ? showRecording(found, at) : null),
  ),
});

const transcript = defineCommand({
  weight: 2,
  data: index,
  resolve: pickRecordingId,
  apply: findRecording,
})({
  v1: buildExchange(
    (id) => ({ method: "GET", path: `/v1/recordings/${id}/transcript` }),
    (found, { org }) => {
      if (!found) throw buildNotFound("Recording");
      const utterances = buildTranscriptView(org, found);
      return {
        recordingId: found.id,
        transcript: utterances.map(({ role: _, ...utterance }) => utterance),
      };
    },
  ),
});

const paginate = (all: readonly Recording[], limit: number) =>
  splitPages(all, limit, ({ position }) => formatPosition(position));

interface ListInput {
  limit: number;
  from?: string;
  to?: string;
  // The following filters exist over /graphql only.
  status?: Status;
  userEmail?: string;
  clientId?: string;
  tag?: string;
  trackerId?: string;
}

const isInList = ({ org }: CommandContext, list: ListInput) => {
  const user = list.userEmail === undefined ? undefined : findUser(org, list.userEmail);
  return (one: Recording): boolean =>
    one.status === (list.status ?? "processed") &&
    (list.userEmail === undefined || one.user === user) &&
    (list.clientId === undefined || resolveClient(org, one)?.id === list.clientId) &&
    (list.tag === undefined || one.analysis?.tags.includes(list.tag) === true) &&
    (list.trackerId === undefined || one.hits.some(({ tracker }) => tracker.id === list.trackerId));
};

const filters = fields<
  Omit<ListInput, "clientId" | "trackerId"> & { client?: number; tracker?: number }
>({
  limit: limits,
  from: maybe(bounds),
  to: maybe(bounds),
  status: maybe(fc.constantFrom("received", "processing", "processed", "failed")),
  userEmail: maybe(emails),
  client: maybe(index),
  tag: maybe(fc.constantFrom("roof", "10", "none")),
  tracker: maybe(index),
});

const list = defineCommand({
  weight: 4,
  data: filters,
  resolve: ({ org, other }, { client, tracker, ...rest }): ListInput => {
    const clientId = client === undefined ? undefined : pickId(org.clients, other.clients, client);
    const trackerId =
      tracker === undefined ? undefined : pickId(org.trackers, other.trackers, tracker);
    return {
      ...rest,
      ...(clientId !== undefined && { clientId }),
      ...(trackerId !== undefined && { trackerId }),
    };
  },
  apply: ({ org }, bounds) =>
    org.recordings
      .filter(({ createdAt }) => isInBounds(bounds)(createdAt))
      .toSorted((a, b) => b.position - a.position),
  internal: ({ status = "processed" }) =>
    status === "processed" ? undefined : new Refusal("FORBIDDEN", "status"),
})({
  v1: mapOutcome(
    (all, _at, { limit }) =>
      paginate(
        all.filter(({ status }) => status === "processed"),
        limit,
      ),
    walkRestPages(
      ({ limit, from, to }) => formatPath("/v1/recordings", { limit, fromDate: from, toDate: to }),
      "startAfter",
      ({ nodes }, at) => ({
        recordings: nodes.map((one) => toRestRecordingItem(showRecording(one, at))),
      }),
    ),
  ),
  graph: mapOutcome(
    (all, at, input) => paginate(all.filter(isInList(at, input)), input.limit),
    walkGraphqlPages(
      buildPageQuery("recordings", RECORDING_SELECTION, "RecordingFilter"),
      ({ limit, ...filter }) => ({ first: limit, filter }),
      showRecording,
    ),
  ),
});

export const reading = { recording, transcript, list, stats };
