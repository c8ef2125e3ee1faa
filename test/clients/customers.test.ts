import {
  fetchAppointment,
  fetchClient,
  pushAppointment,
  putAppointment,
  fetchRecording,
} from "../helpers/appointments/push-appointment.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const ann = { id: "c-1", name: "Ann", email: "ann@example.com", location: "1 Main St" };

const listNames = async (org: Tenant): Promise<string[]> =>
  (await org.get("/v1/clients")).body.clients.map((client: { name: string }) => client.name);

const sources: [string, (org: Tenant, customer: object, key?: string) => Promise<unknown>][] = [
  [
    "an appointment",
    async (org, customer, key = "1") => pushAppointment(org, { event_id: `e-${key}`, customer }),
  ],
  ["a call", async (org, customer, key = "1") => org.ingestCall({ call_id: `c-${key}`, customer })],
];

for (const [source, send] of sources) {
  test(`the customer of ${source} becomes a client with its location as address`, async (t) => {
    const { org } = t.context;
    await send(org, { ...ann, phone: "ignored" });
    const client = await fetchClient(org, "c-1");
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

  test(`a customer of ${source} with only an id creates a client without a name`, async (t) => {
    const { org } = t.context;
    await send(org, { id: "c-1" });
    t.like(await fetchClient(org, "c-1"), { name: null, email: null, address: null });
  });

  test(`the customer of ${source} fills the client's empty fields and overwrites nothing`, async (t) => {
    const { org } = t.context;
    await send(org, { id: "c-1", name: "", email: "ann@example.com" });
    const { id } = await fetchClient(org, "c-1");
    await send(org, { ...ann, email: "other@example.com" }, "2");
    t.like(await fetchClient(org, "c-1"), {
      ...ann,
      id,
      address: ann.location,
      location: undefined,
    });
    await send(org, { id: "c-1", name: "Bea", email: "b@example.com", location: "2" }, "3");
    t.like(await fetchClient(org, "c-1"), { id, name: "Ann", address: "1 Main St" });
    await send(org, { id: "c-1", name: "" }, "4");
    t.deepEqual(await listNames(org), ["Ann"]);
  });

  test(`a customer of ${source} without an id creates no client`, async (t) => {
    const { org } = t.context;
    await send(org, { name: "Ann", email: "ann@example.com" });
    await send(org, {}, "2");
    await send(org, { ...ann, id: null }, "3");
    t.deepEqual(await listNames(org), []);
  });
}

test("an empty customer id counts as absent at every endpoint, and creates no client", async (t) => {
  const { org } = t.context;
  await pushAppointment(org);
  const customer = { id: "" };
  const call = { call_id: "1", user_email: "rep@example.com", started_at: "2026-03-02T10:00:00Z" };
  t.is((await putAppointment(org, { customer })).status, 200);
  t.is((await org.send("POST", "/v1/dialer", { ...call, customer })).status, 200);
  t.deepEqual(await listNames(org), []);
});

test("customer ids are exact: another case or space is another client", async (t) => {
  const { org } = t.context;
  for (const id of ["c", "C", " c"])
    await pushAppointment(org, { event_id: id, customer: { id, name: id } });
  t.deepEqual(await listNames(org), [" c", "C", "c"]);
  t.is((await fetchClient(org, " c")).name, " c");
});

test("a client created from a customer sends no event", async (t) => {
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
  await pushAppointment(org, { customer: ann });
  await org.createProcessed({ customer: { id: "c-2" } });
  t.is((await org.get("/v1/clients")).body.clients.length, 2);
  const events = db("events").where("organization_id", org.id);
  t.deepEqual(await events.clone().pluck("event"), ["recording.processed"]);
  t.deepEqual(await db("deliveries").where("organization_id", org.id), []);
});

test("ten simultaneous calls with one new customer create one client", async (t) => {
  const { org } = t.context;
  const sent = Array.from({ length: 10 }, async (_, index) =>
    index % 2
      ? org.ingestCall({ customer: ann })
      : pushAppointment(org, { event_id: `${index}`, customer: ann }),
  );
  await Promise.all(sent);
  t.deepEqual(await listNames(org), ["Ann"]);
});

test("a later customer fills the client's empty fields", async (t) => {
  const { org } = t.context;
  await pushAppointment(org, { customer: { name: "Ann" } });
  await putAppointment(org, { customer: { id: "c-1" } });
  t.like(await fetchClient(org, "c-1"), { name: "Ann", email: null });
  await putAppointment(org, { customer: { email: "ann@example.com" } });
  t.like(await fetchClient(org, "c-1"), { name: "Ann", email: "ann@example.com" });
});

test("a recording's client is its call's customer, else its appointment's", async (t) => {
  const { org } = t.context;
  await pushAppointment(org, { customer: { id: "c-1" } });
  await pushAppointment(org, { event_id: "e-2", customer: { id: "c-2" } });
  await pushAppointment(org, { event_id: "e-3" });
  const ofBoth = await org.createProcessed({ event_id: "e-1", customer: { id: "c-9" } });
  const ofAppointment = await org.createProcessed({ event_id: "e-2" });
  const ofNone = await org.createProcessed({ event_id: "e-3" });
  t.is((await fetchRecording(org, ofBoth)).clientId, (await fetchClient(org, "c-9")).id);
  t.is((await fetchRecording(org, ofAppointment)).clientId, (await fetchClient(org, "c-2")).id);
  t.is((await fetchRecording(org, ofNone)).clientId, null);
});

test("a recording's client follows its appointment's customer and ends with the appointment", async (t) => {
  const { org } = t.context;
  await pushAppointment(org);
  const id = await org.createProcessed({ event_id: "e-1" });
  const loadClientId = async () => (await fetchRecording(org, id)).clientId;
  for (const customer of [{ id: "c-1" }, { id: "c-2" }, { name: "still c-2" }]) {
    await putAppointment(org, { customer });
    const { client } = await fetchAppointment(org);
    t.is(await loadClientId(), (await fetchClient(org, client.id)).id);
  }
  t.is(await loadClientId(), (await fetchClient(org, "c-2")).id);
  for (const customer of [{ id: null }, null]) {
    await putAppointment(org, { customer });
    t.is(await loadClientId(), null);
    await putAppointment(org, { customer: { id: "c-1" } });
    t.is(await loadClientId(), (await fetchClient(org, "c-1")).id);
  }
  await org.send("DELETE", "/v1/scheduled-tasks/e-1");
  t.is(await loadClientId(), null);
});

test("a recording's client follows its call's customer, then its appointment's", async (t) => {
  const { org } = t.context;
  await pushAppointment(org, { customer: { id: "c-1" } });
  await pushAppointment(org, { event_id: "e-2", customer: { id: "c-2" } });
  const call = { call_id: "one", event_id: "e-1" };
  const id = await org.ingestCall(call);
  const query = `query ($id: ID!) { recording(id: $id) { client { crmEntityId } clientId } }`;
  const loadCrmId = async () => (await org.graphql(query, { id })).recording.client?.crmEntityId;
  t.is(await loadCrmId(), "c-1");
  await org.ingestCall({ ...call, customer: { id: "c-9" } });
  t.is(await loadCrmId(), "c-9");
  await org.ingestCall({ ...call, event_id: "e-2" });
  t.is(await loadCrmId(), "c-9");
  await org.ingestCall({ ...call, event_id: "e-2", customer: null });
  t.is(await loadCrmId(), "c-2");
  await org.ingestCall({ ...call, event_id: null });
  t.is(await loadCrmId(), undefined);
});

test("a call sent again with a customer without an id keeps its client", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall({ call_id: "again", customer: { id: "crm-1", name: "Ann" } });
  await org.ingestCall({ call_id: "again", customer: { name: "Anna" } });
  const query = `query ($id: ID!) { recording(id: $id) { client { crmEntityId name } } }`;
  const { recording } = await org.graphql(query, { id });
  t.deepEqual(recording.client, { crmEntityId: "crm-1", name: "Ann" });
  await org.ingestCall({ call_id: "again", customer: null });
  t.is((await org.graphql(query, { id })).recording.client, null);
});

test("a client's CRM id can change, but not become empty", async (t) => {
  const { org } = t.context;
  await org.ingestCall({ customer: { id: "crm-1" } });
  const { clients } = await org.graphql("{ clients { nodes { id } } }");
  const change = `mutation ($id: ID!, $crm: String) {
    updateClient(id: $id, input: { crmEntityId: $crm }) { crmEntityId }
  }`;
  const { id } = clients.nodes[0];
  const { errors } = await org.sendGraphql(change, { id, crm: "" });
  t.deepEqual(errors?.[0]?.extensions, { code: "INVALID_FIELD", field: "crmEntityId" });
  t.is((await org.graphql(change, { id, crm: "crm-2" })).updateClient.crmEntityId, "crm-2");
});
