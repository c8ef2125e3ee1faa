import fc from "fast-check";
import { clientOf } from "../clients.js";
import { RECORDING, pageOf } from "../documents.js";
import { missing, Refusal } from "../inputs.js";
import { pagesOf, positionOf, within } from "../lists.js";
import { userOf } from "../people.js";
import { recordingItem, recordingOut } from "../rest.js";
import { transcriptView } from "../views.js";
import type { Recording, Status } from "../world.js";
import { shown } from "./changing.js";
import { asked, graph, kind, once, type Place, through, walked, walkedGraph } from "./kind.js";
import { bounds, emails, fields, idOf, index, limits, maybe } from "./pool.js";
import { stats } from "./stats.js";

const idsOf = ({ org, other }: Place, at: number): string | undefined =>
  idOf(org.recordings, other.recordings, at);

const existing = ({ org }: Place, id: string): Recording | undefined =>
  org.recordings.find((recording) => recording.id === id);

/** Over /v1 only what is processed is there. */
const recording = kind({
  weight: 3,
  data: index,
  resolve: idsOf,
  tell: existing,
})({
  v1: once(
    (id) => ({ method: "GET", path: `/v1/recordings/${id}` }),
    (found, at) => {
      if (found?.status !== "processed") throw missing("Recording");
      return { recording: recordingOut(shown(found, at)) };
    },
  ),
  graph: graph(
    `query ($id: ID!) { answer: recording(id: $id) { ${RECORDING} } }`,
    (id) => ({ id }),
    (found, at) => (found ? shown(found, at) : null),
  ),
});

const transcript = kind({
  weight: 2,
  data: index,
  resolve: idsOf,
  tell: existing,
})({
  v1: once(
    (id) => ({ method: "GET", path: `/v1/recordings/${id}/transcript` }),
    (found, { org }) => {
      if (!found) throw missing("Recording");
      const said = transcriptView(org, found);
      return {
        recordingId: found.id,
        transcript: said.map(({ role: _, ...utterance }) => utterance),
      };
    },
  ),
});

const paged = (all: readonly Recording[], limit: number) =>
  pagesOf(all, limit, ({ position }) => positionOf(position));

interface List {
  limit: number;
  from?: string;
  to?: string;
  // What follows /graphql has alone.
  status?: Status;
  userEmail?: string;
  clientId?: string;
  tag?: string;
}

const isIn = ({ org }: Place, list: List) => {
  const user = list.userEmail === undefined ? undefined : userOf(org, list.userEmail);
  return (one: Recording): boolean =>
    one.status === (list.status ?? "processed") &&
    (list.userEmail === undefined || one.user === user) &&
    (list.clientId === undefined || clientOf(org, one)?.id === list.clientId) &&
    (list.tag === undefined || one.analysis?.tags.includes(list.tag) === true);
};

const filters = fields<Omit<List, "clientId"> & { client?: number }>({
  limit: limits,
  from: maybe(bounds),
  to: maybe(bounds),
  status: maybe(fc.constantFrom("received", "processing", "processed", "failed")),
  userEmail: maybe(emails),
  client: maybe(index),
  tag: maybe(fc.constantFrom("roof", "10", "none")),
});

const list = kind({
  weight: 4,
  data: filters,
  resolve: ({ org, other }, { client, ...rest }): List => {
    const clientId = client === undefined ? undefined : idOf(org.clients, other.clients, client);
    return { ...rest, ...(clientId !== undefined && { clientId }) };
  },
  tell: ({ org }, bounds) =>
    org.recordings
      .filter(({ createdAt }) => within(bounds)(createdAt))
      .toSorted((a, b) => b.position - a.position),
  internal: ({ status = "processed" }) =>
    status === "processed" ? undefined : new Refusal("FORBIDDEN", "status"),
})({
  v1: through(
    (all, _at, { limit }) =>
      paged(
        all.filter(({ status }) => status === "processed"),
        limit,
      ),
    walked(
      ({ limit, from, to }) => asked("/v1/recordings", { limit, fromDate: from, toDate: to }),
      "startAfter",
      ({ nodes }, at) => ({ recordings: nodes.map((one) => recordingItem(shown(one, at))) }),
    ),
  ),
  graph: through(
    (all, at, input) => paged(all.filter(isIn(at, input)), input.limit),
    walkedGraph(
      pageOf("recordings", RECORDING, "RecordingFilter"),
      ({ limit, ...filter }) => ({ first: limit, filter }),
      shown,
    ),
  ),
});

export const reading = { recording, transcript, list, stats };
