import { fetchClient, pushAppointment } from "../helpers/appointments/push-appointment.js";
import type { Answer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

/** Creates a client per customer, in this order. */
const createClients = async (
  org: Tenant,
  customers: Record<string, string | null>,
): Promise<void> => {
  for (const [id, email] of Object.entries(customers))
    await pushAppointment(org, { event_id: id, customer: { id, email } });
};

const idsOf = ({ body }: Answer): string[] =>
  body.clients.map((client: { crmEntityId: string }) => client.crmEntityId);

const lookUp = async (org: Tenant, query: string): Promise<Answer> =>
  org.get(`/v1/clients?${query}`);

const UPDATE = `mutation ($id: ID!, $input: ClientPatch!) {
  updateClient(id: $id, input: $input) {
    id name email crmEntityId address insights insightsUpdatedAt notes createdAt updatedAt
  }
}`;

/** Loads the ids of each page, from first to last. */
const loadPages = async (org: Tenant, limit: number): Promise<string[][]> => {
  const found: string[][] = [];
  let next = "";
  do {
    const answer = await lookUp(org, `limit=${limit}${next}`);
    found.push(idsOf(answer));
    next = answer.body.hasMore ? `&cursor=${answer.body.nextCursor}` : "";
  } while (next !== "");
  return found;
};

test("clients are listed newest first, a page at a time", async (t) => {
  const { org } = t.context;
  await createClients(org, { a: null, b: null, c: null, d: null });
  const { body } = await org.get("/v1/clients");
  t.deepEqual(Object.keys(body), ["clients", "nextCursor", "hasMore"]);
  t.like(body, { nextCursor: null, hasMore: false });
  t.deepEqual(await loadPages(org, 4), [["d", "c", "b", "a"]]);
  t.deepEqual(await loadPages(org, 3), [["d", "c", "b"], ["a"]]);
  t.deepEqual(await loadPages(org, 2), [
    ["d", "c"],
    ["b", "a"],
  ]);
});

test("clients created in one millisecond are each listed once", async (t) => {
  const { org, server } = t.context;
  await createClients(org, { a: null, b: null, c: null });
  await server.services.db("clients").where({ organization_id: org.id }).update({ created_at: 1 });
  const ids = (await loadPages(org, 1)).flat();
  t.deepEqual(ids, idsOf(await org.get("/v1/clients")));
  t.deepEqual(ids.toSorted(), ["a", "b", "c"]);
});

test("crmEntityId finds a client, and other parameters are ignored", async (t) => {
  const { org } = t.context;
  await createClients(org, { "a b/ü": "a@example.com", b: "b@example.com" });
  const queries = [
    "crmEntityId=a%20b%2F%C3%BC",
    "crmEntityId=a+b%2F%C3%BC&email=b@example.com",
    "crmEntityId=a%20b%2F%C3%BC&limit=0&cursor=nonsense",
    "email=&crmEntityId=a%20b%2F%C3%BC&limit=1000&startAfter=",
  ];
  for (const query of queries) {
    const answer = await lookUp(org, query);
    t.is(answer.status, 200, query);
    t.deepEqual(idsOf(answer), ["a b/ü"], query);
    t.like(answer.body, { nextCursor: null, hasMore: false });
  }
  for (const id of ["A%20B%2F%C3%9C", "unknown", "a"])
    t.deepEqual((await lookUp(org, `crmEntityId=${id}&email=b@example.com`)).body, {
      clients: [],
      nextCursor: null,
      hasMore: false,
    });
});

test("email finds the newest client with that e-mail", async (t) => {
  const { org } = t.context;
  await createClients(org, {
    a: "same@example.com",
    b: "same@example.com",
    c: "other@example.com",
  });
  for (const page of ["", "&limit=0&cursor=nonsense", "&limit=&cursor=&startAfter="]) {
    const answer = await lookUp(org, `email=same@example.com${page}`);
    t.is(answer.status, 200, page);
    t.deepEqual(idsOf(answer), ["b"]);
    t.like(answer.body, { nextCursor: null, hasMore: false });
  }
});

test("of clients with one e-mail and one creation time, the greater id is found", async (t) => {
  const { org, server } = t.context;
  await createClients(org, { a: "x@example.com", b: "x@example.com", c: "x@example.com" });
  await server.services.db("clients").where({ organization_id: org.id }).update({ created_at: 1 });
  const all: { id: string }[] = (await org.get("/v1/clients")).body.clients;
  const greatest = all
    .map((client) => client.id)
    .toSorted()
    .at(-1);
  t.is((await lookUp(org, "email=x@example.com")).body.clients[0].id, greatest);
});

test("email is compared exactly as stored", async (t) => {
  const { org } = t.context;
  await createClients(org, { a: "Ann+roof@Example.com", b: "ann roof@example.com" });
  t.deepEqual(idsOf(await lookUp(org, "email=Ann%2Broof@Example.com")), ["a"]);
  t.deepEqual(idsOf(await lookUp(org, "email=ann%2Broof@example.com")), []);
  t.deepEqual(idsOf(await lookUp(org, "email=Ann+roof@Example.com")), []);
  t.deepEqual(idsOf(await lookUp(org, "email=ann+roof@example.com")), ["b"]);
});

test("an empty email is ignored and returns a page of the list", async (t) => {
  const { org } = t.context;
  await createClients(org, { a: "", b: "b@example.com", c: null });
  t.deepEqual(idsOf(await lookUp(org, "email=")), ["c", "b", "a"]);
  const page = await lookUp(org, "email=&limit=1");
  t.deepEqual(idsOf(page), ["c"]);
  t.deepEqual(idsOf(await lookUp(org, `email=&limit=1&cursor=${page.body.nextCursor}`)), ["b"]);
  t.like(await lookUp(org, "email=&limit=0"), { status: 400, body: { field: "limit" } });
});

const buildOnly = (crmEntityId: string) => ({
  nodes: [{ crmEntityId }],
  nextCursor: null,
  hasMore: false,
});

test("GraphQL looks up clients as /v1 does", async (t) => {
  const { org } = t.context;
  await createClients(org, { a: "same@example.com", b: "same@example.com" });
  const query = `query ($filter: ClientFilter, $first: Int) {
    clients(filter: $filter, first: $first, after: "nonsense") {
      nodes { crmEntityId } nextCursor hasMore
    }
  }`;
  const found = async (filter: object) => (await org.graphql(query, { filter, first: 0 })).clients;
  t.deepEqual(await found({ email: "same@example.com" }), buildOnly("b"));
  t.deepEqual(await found({ email: "same@example.com", crmEntityId: "a" }), buildOnly("a"));
  t.deepEqual((await found({ email: "same@example.com", crmEntityId: "z" })).nodes, []);
  const { errors } = await org.sendGraphql(query, { filter: { email: "" }, first: 0 });
  t.is(errors?.[0]?.extensions.code, "INVALID_FIELD");
});

test("an unknown client is not found", async (t) => {
  const { org } = t.context;
  await createClients(org, { a: null });
  for (const id of ["a", "00000000-0000-7000-8000-000000000000", "%20"]) {
    const answer = await org.get(`/v1/clients/${id}`);
    t.is(answer.status, 404);
    t.deepEqual(answer.body, { message: "Client not found", code: "NOT_FOUND" });
  }
});

test("updateClient changes each field on its own, and null clears it", async (t) => {
  const { org } = t.context;
  await pushAppointment(org, {
    customer: { id: "c-1", name: "Ann", email: "a@example.com", location: "1" },
  });
  const before = await fetchClient(org, "c-1");
  const update = async (input: object) =>
    (await org.graphql(UPDATE, { id: before.id, input })).updateClient;
  const noted = await update({ notes: "Likes tea.", insights: { mood: ["good"] } });
  t.like(noted, {
    ...before,
    notes: "Likes tea.",
    insights: { mood: ["good"] },
    updatedAt: noted.updatedAt,
    insightsUpdatedAt: noted.insightsUpdatedAt,
  });
  t.true(noted.updatedAt > before.updatedAt);
  t.truthy(noted.insightsUpdatedAt);
  t.deepEqual(await fetchClient(org, "c-1"), noted);
  const cleared = await update({ name: null, email: null, crmEntityId: null, notes: null });
  t.like(cleared, { name: null, email: null, crmEntityId: null, notes: null, address: "1" });
  t.is(cleared.insightsUpdatedAt, noted.insightsUpdatedAt);
  t.is(await fetchClient(org, "c-1"), undefined);
  t.deepEqual((await org.get(`/v1/clients/${before.id}`)).body.client, cleared);
});

test("updateClient refuses another client's CRM id", async (t) => {
  const { org } = t.context;
  await createClients(org, { a: null, b: null });
  const { id } = await fetchClient(org, "a");
  const { errors } = await org.sendGraphql(UPDATE, {
    id,
    input: { crmEntityId: "b", name: "Ann" },
  });
  t.like(errors?.[0]?.extensions, { code: "CONFLICT", field: "crmEntityId" });
  t.is((await fetchClient(org, "a")).name, null);
  t.is((await org.graphql(UPDATE, { id, input: { crmEntityId: "a" } })).updateClient.id, id);
});
