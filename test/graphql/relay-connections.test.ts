import { sendMutations } from "../helpers/bulk-recordings.js";
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

const calls = async (org: Tenant, count: number): Promise<void> => {
  const made = (await sendMutations(
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
    made.map(({ id }) => `completeAnalysis(recordingId: "${id}", input: { summary: "S" }) { id }`),
  );
};

const appointments = async (org: Tenant, count: number): Promise<void> => {
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

interface Case {
  /** Makes this many of what the connection shows. */
  make: (org: Tenant, count: number) => Promise<void>;
  query: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  of: (data: any) => Connection;
}

const ARGUMENTS = "(first: $first, after: $after)";
const PARAMETERS = "($first: Int = 25, $after: String)";

const connections: Record<string, Case> = {
  recordings: {
    make: calls,
    query: `query ${PARAMETERS} { page: recordings${ARGUMENTS} ${CONNECTION} }`,
    of: (data) => data.page,
  },
  appointments: {
    make: appointments,
    query: `query ${PARAMETERS} { page: appointments${ARGUMENTS} ${CONNECTION} }`,
    of: (data) => data.page,
  },
  clients: {
    make: appointments,
    query: `query ${PARAMETERS} { page: clients${ARGUMENTS} ${CONNECTION} }`,
    of: (data) => data.page,
  },
  "the recordings of a client": {
    make: calls,
    query: `query ${PARAMETERS} {
      clients { nodes { page: recordings${ARGUMENTS} ${CONNECTION} } }
    }`,
    of: (data) => data.clients.nodes[0].page,
  },
};

const ids = ({ nodes }: Connection): string[] => nodes.map(({ id }) => id);

const page = async (
  org: Tenant,
  { query, of }: Case,
  variables: { first?: number | null; after?: string | null } = {},
): Promise<Connection> => of(await org.graphql(query, variables));

const SOME = 7;

for (const [what, connection] of Object.entries(connections)) {
  test(`a page of ${what} says the same in nodes, edges, pageInfo and to /v1`, async (t) => {
    const { org } = t.context;
    await connection.make(org, SOME);
    for (const first of [1, 3, SOME - 1, SOME, SOME + 1]) {
      const shown = await page(org, connection, { first });
      t.is(shown.nodes.length, Math.min(first, SOME));
      t.deepEqual(
        shown.edges.map(({ node }) => node),
        shown.nodes,
      );
      t.is(shown.hasMore, first < SOME);
      t.is(shown.pageInfo.hasNextPage, shown.hasMore);
      t.is(shown.pageInfo.endCursor, shown.edges.at(-1)!.cursor);
      t.is(shown.nextCursor, shown.hasMore ? shown.pageInfo.endCursor : null);
    }
  });

  test(`paging through ${what} shows each once, from any of them on`, async (t) => {
    const { org } = t.context;
    await connection.make(org, SOME);
    const all = await page(org, connection);
    t.is(new Set(ids(all)).size, SOME);
    for (const first of [1, 2, 3]) {
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const shown: Connection = await page(org, connection, { first, after });
        seen.push(...ids(shown));
        after = shown.nextCursor;
      } while (after !== null);
      t.deepEqual(seen, ids(all));
    }
    for (const [index, { cursor }] of all.edges.entries())
      t.deepEqual(ids(await page(org, connection, { after: cursor })), ids(all).slice(index + 1));
  });

  test(`a page of ${what} has 25 where nothing else is asked, and 1 to 100`, async (t) => {
    const { org } = t.context;
    await connection.make(org, 26);
    for (const variables of [{}, { first: null }]) {
      const shown = await page(org, connection, variables);
      t.is(shown.nodes.length, 25);
      t.true(shown.hasMore);
    }
    t.is((await page(org, connection, { first: 100 })).nodes.length, 26);
    for (const first of [0, -1, 101, 2 ** 31 - 1]) {
      const { errors } = await org.sendGraphql(connection.query, { first });
      t.deepEqual(errors?.[0]?.extensions, { code: "INVALID_FIELD", field: "first" });
    }
  });

  test(`${what} after what is no cursor are refused`, async (t) => {
    const { org } = t.context;
    await connection.make(org, 1);
    for (const after of ["", "x", "2026-03-02", "-1", "eyJ9"]) {
      const { errors } = await org.sendGraphql(connection.query, { after });
      t.deepEqual(errors?.[0]?.extensions, { code: "INVALID_CURSOR", field: "after" }, after);
    }
  });
}

for (const what of ["recordings", "appointments", "clients"])
  test(`where there are no ${what} the page is empty, and the last`, async (t) => {
    t.deepEqual(await page(t.context.org, connections[what]!), {
      nodes: [],
      edges: [],
      pageInfo: { hasNextPage: false, endCursor: null },
      nextCursor: null,
      hasMore: false,
    });
  });

test("a cursor of another list or another organization is refused", async (t) => {
  const { org, server } = t.context;
  const other = await server.createTenant();
  await other.createUser();
  const cursors: [string, string][] = [];
  for (const what of ["appointments", "clients"]) {
    for (const tenant of [org, other]) await appointments(tenant, 2);
    cursors.push([what, (await page(other, connections[what]!, { first: 1 })).nextCursor!]);
    const own = (await page(org, connections[what]!, { first: 1 })).nextCursor!;
    cursors.push([what === "clients" ? "appointments" : "clients", own]);
  }
  t.is(new Set(cursors.map(([, cursor]) => cursor)).size, 4);
  for (const [what, after] of cursors) {
    const { errors } = await org.sendGraphql(connections[what]!.query, { after });
    t.deepEqual(errors?.[0]?.extensions, { code: "INVALID_CURSOR", field: "after" });
  }
});

test("the recordings of several clients are paged each for itself", async (t) => {
  const { org } = t.context;
  const made: Record<string, string[]> = { a: [], b: [], c: [] };
  for (const customer of ["a", "b", "a", "b", "a"])
    made[customer]!.unshift(await org.createProcessed({ customer: { id: customer } }));
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
    const own = made[crmEntityId]!;
    t.deepEqual(ids(all), own);
    t.deepEqual(ids(few), own.slice(0, 1));
    t.is(few.hasMore, own.length > 1);
    t.false(all.hasMore);
  }
});

test("looking a client up does not ask how many to show, nor from where", async (t) => {
  const { org } = t.context;
  await appointments(org, 3);
  const { clients } = await org.graphql(
    `{ clients(first: 0, after: "x", filter: { crmEntityId: "c-1" }) ${CONNECTION} }`,
  );
  t.is(clients.nodes.length, 1);
  t.like(clients, { nextCursor: null, hasMore: false, pageInfo: { hasNextPage: false } });
});
