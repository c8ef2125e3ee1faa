import { isObjectType } from "graphql";
import { createSchema } from "../../graph/schema.js";
import { addCalendar } from "../helpers/calendars/add-calendar.js";
import { sendMutations } from "../helpers/recordings/bulk-recordings.js";
import { createClip } from "../helpers/clips/clips.js";
import { addComment } from "../helpers/comments/comments.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

interface Connection {
  nodes: { id: string }[];
  edges: { cursor: string; node: { id: string } }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  nextCursor: string | null;
  hasMore: boolean;
}

const CONNECTION = `{
  nodes { id } edges { cursor node { id } } pageInfo { hasNextPage endCursor } nextCursor hasMore
}`;

const createCalls = async (org: Tenant, count: number): Promise<void> => {
  const created = (await sendMutations(
    org,
    Array.from(
      { length: count },
      (_, n) => `ingestCall(input: {
        callId: "n-${n}", userEmail: "rep@example.com", startedAt: "2026-03-02T10:00:00Z"
        customer: { id: "one" }
      }) { id }`,
    ),
  )) as { id: string }[];
  await sendMutations(
    org,
    created.map(
      ({ id }) => `completeAnalysis(recordingId: "${id}", input: { summary: "S" }) { id }`,
    ),
  );
};

const createAppointments = async (org: Tenant, count: number): Promise<void> => {
  await sendMutations(
    org,
    Array.from(
      { length: count },
      (_, n) => `upsertAppointment(input: {
        eventId: "e-${n}", userEmail: "rep@example.com", startTime: "2026-03-0${1 + (n % 3)}T10:00Z"
        customer: { id: "c-${n}" }
      }) { id }`,
    ),
  );
};

const createCalendars = async (org: Tenant, count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) await addCalendar(org, `http://127.0.0.1:9/${n}.ics`);
};

const createComments = async (org: Tenant, count: number): Promise<void> => {
  const id = await org.createProcessed();
  for (let n = 0; n < count; n += 1) await addComment(org, id, { text: `Comment ${n}` });
};

const createClips = async (org: Tenant, count: number): Promise<void> => {
  const id = await org.createProcessed({ duration_ms: 60_000 });
  for (let n = 0; n < count; n += 1) await createClip(org, id, { title: `Clip ${n}` });
};

const createActionItems = async (org: Tenant, count: number): Promise<void> => {
  const actionItems = Array.from({ length: count }, (_, n) => ({ text: `Item ${n}` }));
  if (count > 0) await org.createProcessed({}, { actionItems });
};

interface Case {
  /** The type and the field. */
  field: string;
  /** Creates `count` entries of the list. */
  create: (org: Tenant, count: number) => Promise<void>;
  query: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  connectionOf: (data: any) => Connection;
}

const ARGUMENTS = "(first: $first, after: $after)";
const PARAMETERS = "($first: Int = 25, $after: String)";

const connections: Record<string, Case> = {
  recordings: {
    field: "Query.recordings",
    create: createCalls,
    query: `query ${PARAMETERS} { page: recordings${ARGUMENTS} ${CONNECTION} }`,
    connectionOf: (data) => data.page,
  },
  appointments: {
    field: "Query.appointments",
    create: createAppointments,
    query: `query ${PARAMETERS} { page: appointments${ARGUMENTS} ${CONNECTION} }`,
    connectionOf: (data) => data.page,
  },
  calendars: {
    field: "Query.calendars",
    create: createCalendars,
    query: `query ${PARAMETERS} { page: calendars${ARGUMENTS} ${CONNECTION} }`,
    connectionOf: (data) => data.page,
  },
  clients: {
    field: "Query.clients",
    create: createAppointments,
    query: `query ${PARAMETERS} { page: clients${ARGUMENTS} ${CONNECTION} }`,
    connectionOf: (data) => data.page,
  },
  "action items": {
    field: "Query.actionItems",
    create: createActionItems,
    query: `query ${PARAMETERS} { page: actionItems${ARGUMENTS} ${CONNECTION} }`,
    connectionOf: (data) => data.page,
  },
  clips: {
    field: "Query.clips",
    create: createClips,
    query: `query ${PARAMETERS} { page: clips${ARGUMENTS} ${CONNECTION} }`,
    connectionOf: (data) => data.page,
  },
  comments: {
    field: "Query.comments",
    create: createComments,
    query: `query ${PARAMETERS} { page: comments${ARGUMENTS} ${CONNECTION} }`,
    connectionOf: (data) => data.page,
  },
  "the comments of a recording": {
    field: "Recording.comments",
    create: createComments,
    query: `query ${PARAMETERS} {
      recordings { nodes { page: comments${ARGUMENTS} ${CONNECTION} } }
    }`,
    connectionOf: (data) => data.recordings.nodes[0].page,
  },
  "the recordings of a client": {
    field: "Client.recordings",
    create: createCalls,
    query: `query ${PARAMETERS} {
      clients { nodes { page: recordings${ARGUMENTS} ${CONNECTION} } }
    }`,
    connectionOf: (data) => data.clients.nodes[0].page,
  },
};

/** Connections that other files test. */
const testedElsewhere: Record<string, string> = {
  "Recording.analyses": "analysis/analysis-versions.test.ts",
  "Query.auditLog": "organizations/audit-log.test.ts",
  "Query.deliveries": "webhooks/deliveries.test.ts",
  "Query.events": "webhooks/event-feed.test.ts",
  "Query.inboundCalls": "dialers/inbound-log.test.ts",
  "Recording.deliveries": "webhooks/delivery-edges.test.ts",
};

test("this file tests every connection of the schema that no other file tests", (t) => {
  const fields = Object.values(createSchema().getTypeMap())
    .filter(isObjectType)
    .flatMap((type) =>
      Object.values(type.getFields())
        .filter((field) => String(field.type).endsWith("Connection!"))
        .map(({ name }) => `${type.name}.${name}`),
    );
  const tested = Object.values(connections).map(({ field }) => field);
  t.deepEqual(fields.toSorted(), [...tested, ...Object.keys(testedElsewhere)].toSorted());
});

const idsOf = ({ nodes }: Connection): string[] => nodes.map(({ id }) => id);

const loadPage = async (
  org: Tenant,
  { query, connectionOf }: Case,
  variables: { first?: number | null; after?: string | null } = {},
): Promise<Connection> => connectionOf(await org.graphql(query, variables));

const COUNT = 7;

for (const [what, connection] of Object.entries(connections)) {
  test(`a page of ${what} agrees in nodes, edges and pageInfo`, async (t) => {
    const { org } = t.context;
    await connection.create(org, COUNT);
    for (const first of [1, 3, COUNT - 1, COUNT, COUNT + 1]) {
      const connectionPage = await loadPage(org, connection, { first });
      t.is(connectionPage.nodes.length, Math.min(first, COUNT));
      t.deepEqual(
        connectionPage.edges.map(({ node }) => node),
        connectionPage.nodes,
      );
      t.is(connectionPage.hasMore, first < COUNT);
      t.is(connectionPage.pageInfo.hasNextPage, connectionPage.hasMore);
      t.is(connectionPage.pageInfo.endCursor, connectionPage.edges.at(-1)!.cursor);
      t.is(
        connectionPage.nextCursor,
        connectionPage.hasMore ? connectionPage.pageInfo.endCursor : null,
      );
    }
  });

  test(`paging through ${what} shows each entry once, from any cursor`, async (t) => {
    const { org } = t.context;
    await connection.create(org, COUNT);
    const all = await loadPage(org, connection);
    t.is(new Set(idsOf(all)).size, COUNT);
    for (const first of [1, 2, 3]) {
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const connectionPage: Connection = await loadPage(org, connection, { first, after });
        seen.push(...idsOf(connectionPage));
        after = connectionPage.nextCursor;
      } while (after !== null);
      t.deepEqual(seen, idsOf(all));
    }
    for (const [index, { cursor }] of all.edges.entries())
      t.deepEqual(
        idsOf(await loadPage(org, connection, { after: cursor })),
        idsOf(all).slice(index + 1),
      );
  });

  test(`a page of ${what} has 25 entries by default and at most 100`, async (t) => {
    const { org } = t.context;
    await connection.create(org, 26);
    for (const variables of [{}, { first: null }]) {
      const connectionPage = await loadPage(org, connection, variables);
      t.is(connectionPage.nodes.length, 25);
      t.true(connectionPage.hasMore);
    }
    t.is((await loadPage(org, connection, { first: 100 })).nodes.length, 26);
    for (const first of [0, -1, 101, 2 ** 31 - 1]) {
      const { errors } = await org.sendGraphql(connection.query, { first });
      t.deepEqual(errors?.[0]?.extensions, { code: "INVALID_FIELD", field: "first" });
    }
  });

  test(`${what} reject an invalid cursor`, async (t) => {
    const { org } = t.context;
    await connection.create(org, 1);
    for (const after of ["", "x", "2026-03-02", "-1", "eyJ9"]) {
      const { errors } = await org.sendGraphql(connection.query, { after });
      t.deepEqual(errors?.[0]?.extensions, { code: "INVALID_CURSOR", field: "after" }, after);
    }
  });
}

for (const what of ["recordings", "appointments", "clients"])
  test(`an empty page of ${what} is the last page`, async (t) => {
    t.deepEqual(await loadPage(t.context.org, connections[what]!), {
      nodes: [],
      edges: [],
      pageInfo: { hasNextPage: false, endCursor: null },
      nextCursor: null,
      hasMore: false,
    });
  });

test("a cursor of another list or organization is rejected", async (t) => {
  const { org, server } = t.context;
  const other = await server.createTenant();
  await other.createUser();
  const cursors: [string, string][] = [];
  for (const what of ["appointments", "clients"]) {
    for (const tenant of [org, other]) await createAppointments(tenant, 2);
    cursors.push([what, (await loadPage(other, connections[what]!, { first: 1 })).nextCursor!]);
    const own = (await loadPage(org, connections[what]!, { first: 1 })).nextCursor!;
    cursors.push([what === "clients" ? "appointments" : "clients", own]);
  }
  t.is(new Set(cursors.map(([, cursor]) => cursor)).size, 4);
  for (const [what, after] of cursors) {
    const { errors } = await org.sendGraphql(connections[what]!.query, { after });
    t.deepEqual(errors?.[0]?.extensions, { code: "INVALID_CURSOR", field: "after" });
  }
});

test("each client's recordings have their own pages", async (t) => {
  const { org } = t.context;
  const idsByCustomer: Record<string, string[]> = { a: [], b: [], c: [] };
  for (const customer of ["a", "b", "a", "b", "a"])
    idsByCustomer[customer]!.unshift(await org.createProcessed({ customer: { id: customer } }));
  await org.ingestCall({ customer: { id: "c" } });
  await org.createProcessed();
  const { clients } = await org.graphql(`{
    clients {
      nodes {
        crmEntityId
        few: recordings(first: 1) ${CONNECTION}
        all: recordings ${CONNECTION}
      }
    }
  }`);
  t.deepEqual(
    clients.nodes.map(({ crmEntityId }: { crmEntityId: string }) => crmEntityId),
    ["c", "b", "a"],
  );
  for (const { crmEntityId, few, all } of clients.nodes) {
    const own = idsByCustomer[crmEntityId]!;
    t.deepEqual(idsOf(all), own);
    t.deepEqual(idsOf(few), own.slice(0, 1));
    t.is(few.hasMore, own.length > 1);
    t.false(all.hasMore);
  }
});

test("a client lookup ignores first and after", async (t) => {
  const { org } = t.context;
  await createAppointments(org, 3);
  const { clients } = await org.graphql(
    `{ clients(first: 0, after: "x", filter: { crmEntityId: "c-1" }) ${CONNECTION} }`,
  );
  t.is(clients.nodes.length, 1);
  t.like(clients, { nextCursor: null, hasMore: false, pageInfo: { hasNextPage: false } });
});
