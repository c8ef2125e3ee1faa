import fc from "fast-check";
import {
  type ClientInput,
  type ClientPatch,
  createClient,
  deleteClient,
  findClient,
  sortNewestFirst,
  updateClient,
} from "../clients.js";
import { CLIENT_SELECTION, buildPageQuery } from "../selections.js";
import { buildNotFound } from "../refusal.js";
import { buildCursor, splitPages } from "../lists.js";
import { buildClientView } from "../views.js";
import type { Client } from "../world.js";
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
import {
  addresses,
  clearable,
  crmIds,
  fields,
  pickId,
  index,
  limits,
  maybe,
  names,
  objects,
} from "./value-pool.js";

const pickClientId = ({ org, other }: CommandContext, at: number): string | undefined =>
  pickId(org.clients, other.clients, at);

const texts = {
  email: clearable(addresses),
  crmEntityId: clearable(crmIds),
  address: clearable(fc.constantFrom("1 Main St", "")),
  notes: clearable(names),
};

const create = defineCommand({
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
    const recordingId = pickId(org.recordings, other.recordings, index);
    return recordingId === undefined ? undefined : { recordingId, ...input };
  },
  apply: ({ world, org }, input) => createClient(world, org, input),
})({
  graph: buildGraphqlExchange(
    `mutation ($input: ClientInput!) { answer: createClient(input: $input) { ${CLIENT_SELECTION} } }`,
    (input) => ({ input }),
    buildClientView,
  ),
});

const change = defineCommand({
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
    const id = pickClientId(at, index);
    return id === undefined ? undefined : { id, input };
  },
  apply: ({ world, org }, { id, input }) => updateClient(world, org, id, input),
})({
  graph: buildGraphqlExchange(
    `mutation ($id: ID!, $input: ClientPatch!) {
      answer: updateClient(id: $id, input: $input) { ${CLIENT_SELECTION} }
    }`,
    (variables) => variables,
    buildClientView,
  ),
});

const erase = defineCommand({
  weight: 1,
  internal: true,
  data: index,
  resolve: pickClientId,
  apply: ({ world, org }, id) => deleteClient(world, org, id),
})({
  graph: buildGraphqlExchange(
    "mutation ($id: ID!) { answer: deleteClient(id: $id) }",
    (id) => ({ id }),
    (value) => value,
  ),
});

const read = defineCommand({
  weight: 2,
  data: index,
  resolve: pickClientId,
  apply: ({ org }, id) => org.clients.find((client) => client.id === id),
})({
  v1: buildExchange(
    (id) => ({ method: "GET", path: `/v1/clients/${id}` }),
    (client) => {
      if (!client) throw buildNotFound("Client");
      return { client: buildClientView(client) };
    },
  ),
  graph: buildGraphqlExchange(
    `query ($id: ID!) { answer: client(id: $id) { ${CLIENT_SELECTION} } }`,
    (id) => ({ id }),
    (client) => (client ? buildClientView(client) : null),
  ),
});

const paginate = (all: readonly Client[], limit: number) =>
  splitPages(all, limit, ({ createdAt, id }) => buildCursor("clients", createdAt, id));

const list = defineCommand({
  weight: 2,
  data: limits,
  resolve: (_at, limit) => limit,
  apply: ({ org }) => sortNewestFirst(org.clients),
})({
  v1: mapOutcome(
    (all, _at, limit) => paginate(all, limit),
    walkRestPages(
      (limit) => formatPath("/v1/clients", { limit }),
      "cursor",
      ({ nodes }) => ({ clients: nodes.map(buildClientView) }),
    ),
  ),
  graph: mapOutcome(
    (all, _at, limit) => paginate(all, limit),
    walkGraphqlPages(
      buildPageQuery("clients", CLIENT_SELECTION, "ClientFilter"),
      (first) => ({ first }),
      buildClientView,
    ),
  ),
});

interface Lookup {
  crmEntityId?: string;
  email?: string;
}

/** A lookup returns at most one client and no page. */
const lookup = defineCommand({
  weight: 3,
  data: fc.oneof(
    fields<Lookup>({ crmEntityId: crmIds, email: maybe(addresses) }),
    fields<Lookup>({ email: addresses }),
  ),
  resolve: (_at, filter) => filter,
  apply: ({ org }, filter) => findClient(org, filter),
})({
  v1: buildExchange(
    (filter) => ({ method: "GET", path: formatPath("/v1/clients", { ...filter }) }),
    (client) => ({
      clients: client ? [buildClientView(client)] : [],
      nextCursor: null,
      hasMore: false,
    }),
  ),
  graph: buildGraphqlExchange(
    `query ($filter: ClientFilter) {
      answer: clients(filter: $filter) { nodes { ${CLIENT_SELECTION} } nextCursor hasMore }
    }`,
    (filter) => ({ filter }),
    (client) => ({
      nodes: client ? [buildClientView(client)] : [],
      nextCursor: null,
      hasMore: false,
    }),
  ),
});

export const clients = { create, change, erase, read, list, found: lookup };
