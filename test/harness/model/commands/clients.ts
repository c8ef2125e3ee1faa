import fc from "fast-check";
import {
  type ClientInput,
  type ClientPatch,
  createClient,
  deleteClient,
  lookUp,
  newestFirst,
  updateClient,
} from "../clients.js";
import { CLIENT, pageOf } from "../documents.js";
import { missing } from "../inputs.js";
import { cursorOf, pagesOf } from "../lists.js";
import { clientView } from "../views.js";
import type { Client } from "../world.js";
import { asked, graph, kind, once, type Place, through, walked, walkedGraph } from "./kind.js";
import {
  addresses,
  clearable,
  crmIds,
  fields,
  idOf,
  index,
  limits,
  maybe,
  names,
  objects,
} from "./pool.js";

const idsOf = ({ org, other }: Place, at: number): string | undefined =>
  idOf(org.clients, other.clients, at);

const texts = {
  email: clearable(addresses),
  crmEntityId: clearable(crmIds),
  address: clearable(fc.constantFrom("1 Main St", "")),
  notes: clearable(names),
};

const create = kind({
  weight: 5,
  internal: true,
  data: fc.record({
    index,
    input: fields<Omit<ClientInput, "recordingId">>({
      name: fc.oneof({ weight: 9, arbitrary: names }, { weight: 1, arbitrary: fc.constant("") }),
      ...texts,
      entity: maybe(objects),
    }),
  }),
  resolve: ({ org, other }, { index, input }) => {
    const recordingId = idOf(org.recordings, other.recordings, index);
    return recordingId === undefined ? undefined : { recordingId, ...input };
  },
  tell: ({ world, org }, input) => createClient(world, org, input),
})({
  graph: graph(
    `mutation ($input: ClientInput!) { answer: createClient(input: $input) { ${CLIENT} } }`,
    (input) => ({ input }),
    clientView,
  ),
});

const change = kind({
  weight: 4,
  internal: true,
  data: fc.record({
    index,
    input: fields<ClientPatch>({
      name: clearable(names),
      ...texts,
      insights: clearable(objects),
    }),
  }),
  resolve: (at, { index, input }) => {
    const id = idsOf(at, index);
    return id === undefined ? undefined : { id, input };
  },
  tell: ({ world, org }, { id, input }) => updateClient(world, org, id, input),
})({
  graph: graph(
    `mutation ($id: ID!, $input: ClientPatch!) {
      answer: updateClient(id: $id, input: $input) { ${CLIENT} }
    }`,
    (variables) => variables,
    clientView,
  ),
});

const erase = kind({
  weight: 1,
  internal: true,
  data: index,
  resolve: idsOf,
  tell: ({ org }, id) => deleteClient(org, id),
})({
  graph: graph(
    "mutation ($id: ID!) { answer: deleteClient(id: $id) }",
    (id) => ({ id }),
    (value) => value,
  ),
});

const read = kind({
  weight: 2,
  data: index,
  resolve: idsOf,
  tell: ({ org }, id) => org.clients.find((client) => client.id === id),
})({
  v1: once(
    (id) => ({ method: "GET", path: `/v1/clients/${id}` }),
    (client) => {
      if (!client) throw missing("Client");
      return { client: clientView(client) };
    },
  ),
  graph: graph(
    `query ($id: ID!) { answer: client(id: $id) { ${CLIENT} } }`,
    (id) => ({ id }),
    (client) => (client ? clientView(client) : null),
  ),
});

const paged = (all: readonly Client[], limit: number) =>
  pagesOf(all, limit, ({ createdAt, id }) => cursorOf("clients", createdAt, id));

const list = kind({
  weight: 2,
  data: limits,
  resolve: (_at, limit) => limit,
  tell: ({ org }) => newestFirst(org.clients),
})({
  v1: through(
    (all, _at, limit) => paged(all, limit),
    walked(
      (limit) => asked("/v1/clients", { limit }),
      "cursor",
      ({ nodes }) => ({ clients: nodes.map(clientView) }),
    ),
  ),
  graph: through(
    (all, _at, limit) => paged(all, limit),
    walkedGraph(pageOf("clients", CLIENT, "ClientFilter"), (first) => ({ first }), clientView),
  ),
});

interface Lookup {
  crmEntityId?: string;
  email?: string;
}

/** At most one, and no page of a list. */
const found = kind({
  weight: 3,
  data: fc.oneof(
    fields<Lookup>({ crmEntityId: crmIds, email: maybe(addresses) }),
    fields<Lookup>({ email: addresses }),
  ),
  resolve: (_at, filter) => filter,
  tell: ({ org }, filter) => lookUp(org, filter),
})({
  v1: once(
    (filter) => ({ method: "GET", path: asked("/v1/clients", { ...filter }) }),
    (client) => ({ clients: client ? [clientView(client)] : [], nextCursor: null, hasMore: false }),
  ),
  graph: graph(
    `query ($filter: ClientFilter) {
      answer: clients(filter: $filter) { nodes { ${CLIENT} } nextCursor hasMore }
    }`,
    (filter) => ({ filter }),
    (client) => ({ nodes: client ? [clientView(client)] : [], nextCursor: null, hasMore: false }),
  ),
});

export const clients = { create, change, erase, read, list, found };
