import { appointment, clientOf, push, put, recording } from "./helpers/pushes.js";
import type { Tenant } from "./helpers/server.js";
import { test } from "./helpers/suite.js";

const ann = { id: "c-1", name: "Ann", email: "ann@example.com", location: "1 Main St" };

const names = async (org: Tenant): Promise<string[]> =>
  (await org.get("/v1/clients")).body.clients.map((client: { name: string }) => client.name);

const ways: [string, (org: Tenant, customer: object, key?: string) => Promise<unknown>][] = [
  [
    "an appointment",
    async (org, customer, key = "1") => push(org, { event_id: `e-${key}`, customer }),
  ],
  ["a call", async (org, customer, key = "1") => org.call({ call_id: `c-${key}`, customer })],
];

for (const [what, send] of ways) {
  test(`the customer of ${what} becomes a client, its place the address`, async (t) => {
    const { org } = t.context;
    await send(org, { ...ann, phone: "ignored" });
    const client = await clientOf(org, "c-1");
    const { id, createdAt, updatedAt, ...rest } = client;
    t.is(updatedAt, createdAt);
    t.deepEqual(rest, {
      name: "Ann",
      email: "ann@example.com",
      crmEntityId: "c-1",
      address: "1 Main St",
      insights: {},
      insightsUpdatedAt: null,
      notes: null,
    });
    t.deepEqual((await org.get(`/v1/clients/${id}`)).body, { client });
  });

  test(`the customer id of ${what} alone makes a client without a name`, async (t) => {
    const { org } = t.context;
    await send(org, { id: "c-1" });
    t.like(await clientOf(org, "c-1"), { name: null, email: null, address: null });
  });

  test(`the customer of ${what} fills what the client lacks and overwrites nothing`, async (t) => {
    const { org } = t.context;
    await send(org, { id: "c-1", name: "", email: "ann@example.com" });
    const { id } = await clientOf(org, "c-1");
    await send(org, { ...ann, email: "other@example.com" }, "2");
    t.like(await clientOf(org, "c-1"), { ...ann, id, address: ann.location, location: undefined });
    await send(org, { id: "c-1", name: "Bea", email: "b@example.com", location: "2" }, "3");
    t.like(await clientOf(org, "c-1"), { id, name: "Ann", address: "1 Main St" });
    await send(org, { id: "c-1", name: "" }, "4");
    t.deepEqual(await names(org), ["Ann"]);
  });

  test(`the customer of ${what} without an id is no client`, async (t) => {
    const { org } = t.context;
    await send(org, { name: "Ann", email: "ann@example.com" });
    await send(org, {}, "2");
    await send(org, { ...ann, id: null }, "3");
    t.deepEqual(await names(org), []);
  });
}

test("an empty customer id is refused wherever it is sent", async (t) => {
  const { org } = t.context;
  await push(org);
  const customer = { id: "" };
  const refused = { status: 400, body: { code: "INVALID_FIELD", field: "customer.id" } };
  const call = { call_id: "1", user_email: "rep@example.com", started_at: "2026-03-02T10:00:00Z" };
  t.like(await put(org, { customer }), refused);
  t.like(await org.send("POST", "/v1/dialer", { ...call, customer }), refused);
  t.deepEqual(await names(org), []);
});

test("a customer id is kept as it is: case and spaces make another client", async (t) => {
  const { org } = t.context;
  for (const id of ["c", "C", " c"]) await push(org, { event_id: id, customer: { id, name: id } });
  t.deepEqual(await names(org), [" c", "C", "c"]);
  t.is((await clientOf(org, " c")).name, " c");
});

test("no event is written for a client that a customer makes", async (t) => {
  const { org, server } = t.context;
  const { db, newId } = server.services;
  await db("webhooks").insert({
    organization_id: org.id,
    id: newId(),
    url: "https://hooks.example.com/",
    active: 1,
    source_trigger: "all",
    events: JSON.stringify(["client.created"]),
    secret: "sealed",
    created_at: 0,
    updated_at: 0,
  });
  await push(org, { customer: ann });
  await org.processed({ customer: { id: "c-2" } });
  t.is((await org.get("/v1/clients")).body.clients.length, 2);
  const events = db("events").where("organization_id", org.id);
  t.deepEqual(await events.clone().pluck("event"), ["recording.processed"]);
  t.deepEqual(await db("deliveries").where("organization_id", org.id), []);
});

test("one new customer of ten calls that come at once is one client", async (t) => {
  const { org } = t.context;
  const sent = Array.from({ length: 10 }, async (_, index) =>
    index % 2 ? org.call({ customer: ann }) : push(org, { event_id: `${index}`, customer: ann }),
  );
  await Promise.all(sent);
  t.deepEqual(await names(org), ["Ann"]);
});

test("a customer that is completed later fills the client it has by then", async (t) => {
  const { org } = t.context;
  await push(org, { customer: { name: "Ann" } });
  await put(org, { customer: { id: "c-1" } });
  t.like(await clientOf(org, "c-1"), { name: "Ann", email: null });
  await put(org, { customer: { email: "ann@example.com" } });
  t.like(await clientOf(org, "c-1"), { name: "Ann", email: "ann@example.com" });
});

test("a recording's client is that of its call's customer, else that of its appointment", async (t) => {
  const { org } = t.context;
  await push(org, { customer: { id: "c-1" } });
  await push(org, { event_id: "e-2", customer: { id: "c-2" } });
  await push(org, { event_id: "e-3" });
  const ofBoth = await org.processed({ event_id: "e-1", customer: { id: "c-9" } });
  const ofAppointment = await org.processed({ event_id: "e-2" });
  const ofNone = await org.processed({ event_id: "e-3" });
  t.is((await recording(org, ofBoth)).clientId, (await clientOf(org, "c-9")).id);
  t.is((await recording(org, ofAppointment)).clientId, (await clientOf(org, "c-2")).id);
  t.is((await recording(org, ofNone)).clientId, null);
});

test("a recording's client follows its appointment's customer, and goes with the appointment", async (t) => {
  const { org } = t.context;
  await push(org);
  const id = await org.processed({ event_id: "e-1" });
  const clientId = async () => (await recording(org, id)).clientId;
  for (const customer of [{ id: "c-1" }, { id: "c-2" }, { name: "still c-2" }]) {
    await put(org, { customer });
    const { client } = await appointment(org);
    t.is(await clientId(), (await clientOf(org, client.id)).id);
  }
  t.is(await clientId(), (await clientOf(org, "c-2")).id);
  for (const customer of [{ id: null }, null]) {
    await put(org, { customer });
    t.is(await clientId(), null);
    await put(org, { customer: { id: "c-1" } });
    t.is(await clientId(), (await clientOf(org, "c-1")).id);
  }
  await org.send("DELETE", "/v1/scheduled-tasks/e-1");
  t.is(await clientId(), null);
});

test("a recording's client follows the customer of its call and the appointment that it names", async (t) => {
  const { org } = t.context;
  await push(org, { customer: { id: "c-1" } });
  await push(org, { event_id: "e-2", customer: { id: "c-2" } });
  const call = { call_id: "one", event_id: "e-1" };
  const id = await org.call(call);
  const query = `query ($id: ID!) { recording(id: $id) { client { crmEntityId } clientId } }`;
  const client = async () => (await org.graph(query, { id })).recording.client?.crmEntityId;
  t.is(await client(), "c-1");
  await org.call({ ...call, customer: { id: "c-9" } });
  t.is(await client(), "c-9");
  await org.call({ ...call, event_id: "e-2" });
  t.is(await client(), "c-9");
  await org.call({ ...call, event_id: "e-2", customer: null });
  t.is(await client(), "c-2");
  await org.call({ ...call, event_id: null });
  t.is(await client(), undefined);
});

test("a call that is sent again with a customer without an id keeps its client", async (t) => {
  const { org } = t.context;
  const id = await org.call({ call_id: "again", customer: { id: "crm-1", name: "Ann" } });
  await org.call({ call_id: "again", customer: { name: "Anna" } });
  const ask = `query ($id: ID!) { recording(id: $id) { client { crmEntityId name } } }`;
  const { recording } = await org.graph(ask, { id });
  t.deepEqual(recording.client, { crmEntityId: "crm-1", name: "Ann" });
  await org.call({ call_id: "again", customer: null });
  t.is((await org.graph(ask, { id })).recording.client, null);
});

test("a client's external id may be changed, but not be empty", async (t) => {
  const { org } = t.context;
  await org.call({ customer: { id: "crm-1" } });
  const { clients } = await org.graph("{ clients { nodes { id } } }");
  const change = `mutation ($id: ID!, $crm: String) {
    updateClient(id: $id, input: { crmEntityId: $crm }) { crmEntityId }
  }`;
  const { id } = clients.nodes[0];
  const { errors } = await org.ask(change, { id, crm: "" });
  t.deepEqual(errors?.[0]?.extensions, { code: "INVALID_FIELD", field: "crmEntityId" });
  t.is((await org.graph(change, { id, crm: "crm-2" })).updateClient.crmEntityId, "crm-2");
});
