import { eventNames } from "../../graph/webhooks/events.js";
import {
  fetchClient,
  completeAnalysis,
  pushAppointment,
  fetchRecording,
} from "../helpers/appointments/push-appointment.js";
import { loadRowsByTable } from "../helpers/engine/rows-by-table.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/paused-suite.js";
import {
  listWebhookEvents,
  listDeliveryLog,
  loadNewestPayload,
  PAYLOAD_FIELDS,
  createWebhookWith,
} from "../helpers/webhooks/webhooks.js";

const CREATE = `mutation ($input: ClientInput!) {
  createClient(input: $input) {
    id name email crmEntityId address notes insights insightsUpdatedAt createdAt updatedAt
  }
}`;
const START = `mutation ($id: ID!) { startAnalysis(recordingId: $id) { id } }`;
const FAIL = `mutation ($id: ID!) { failAnalysis(recordingId: $id, reason: "No") { id } }`;
const SYNC = `mutation ($id: ID!) { syncRecording(recordingId: $id) { id } }`;

const create = async (org: Tenant, recordingId: string, input: object = {}) =>
  (await org.graphql(CREATE, { input: { recordingId, name: "Ann", ...input } })).createClient;

const tryCreate = async (org: Tenant, recordingId: string, input: object = {}) =>
  (await org.sendGraphql(CREATE, { input: { recordingId, name: "Ann", ...input } })).errors?.[0];

const entered = {
  name: "Ann Grüße",
  email: "ann@example.com",
  crmEntityId: "crm-9",
  address: "1 Main St",
  notes: "Dog.",
};

test("createClient adds a client to the organization and to the recording", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall();
  const client = await create(org, id, entered);
  t.like(client, { ...entered, insights: {}, insightsUpdatedAt: null });
  t.is(client.createdAt, client.updatedAt);
  t.deepEqual((await org.get(`/v1/clients/${client.id}`)).body.client, client);
  t.deepEqual(await fetchClient(org, "crm-9"), client);
  await completeAnalysis(org, id);
  t.is((await fetchRecording(org, id)).clientId, client.id);
});

const UPDATED = "recording.integration_updated";

for (const [state, transitions] of Object.entries({
  received: [],
  processing: [START],
  failed: [START, FAIL],
}))
  test(`a client created for a ${state} recording sends one client.created, not recording.processed`, async (t) => {
    const { org } = t.context;
    const byDefault = await createWebhookWith(org);
    const events = ["recording.processed", UPDATED, "client.created"];
    const { id: webhook } = await createWebhookWith(org, { events });
    const id = await org.ingestCall();
    for (const transition of transitions) await org.graphql(transition, { id });
    await create(org, id);
    t.deepEqual(await listDeliveryLog(org), []);
    if (state === "failed") await org.graphql(START, { id });
    await completeAnalysis(org, id);
    await completeAnalysis(org, id, { summary: "Otherwise." });
    t.deepEqual(await listWebhookEvents(org, webhook), ["client.created"]);
    t.deepEqual(await listWebhookEvents(org, byDefault.id), []);
    await org.graphql(SYNC, { id });
    t.deepEqual(await listWebhookEvents(org, webhook), ["client.created", UPDATED]);
    // A sync sends recording.integration_updated, without the fields of client.created.
    t.deepEqual(Object.keys((await loadNewestPayload(org)).data), PAYLOAD_FIELDS);
  });

test("client.created has the recording, the client of /v1 and the entered details", async (t) => {
  const { org } = t.context;
  await createWebhookWith(org, { events: ["client.created"] });
  await pushAppointment(org);
  const id = await org.ingestCall({
    event_id: "e-1",
    name: "Visit",
    custom_fields: { plan: "gold" },
  });
  const entity = { "First name": "Ann", tags: ["a", null], nested: { "\u2028": "👩‍👧" }, "1": 0 };
  const { id: clientId } = await create(org, id, { ...entered, entity });
  const update = `mutation ($id: ID!, $input: ClientPatch!) { updateClient(id: $id, input: $input) { id } }`;
  await org.graphql(update, { id: clientId, input: { name: "Anna", insights: { mood: "good" } } });
  await completeAnalysis(org, id);
  const { client } = (await org.get(`/v1/clients/${clientId}`)).body;
  const { recording } = (await org.get(`/v1/recordings/${id}`)).body;
  const [{ payload, recording: sent, status }] = await listDeliveryLog(org);
  t.deepEqual([sent.id, status], [id, "pending"]);
  const data = {
    plan: "gold",
    id,
    name: "Visit",
    actionItems: "",
    notes: "",
    meetingUrl: recording.recording,
    process: "",
    processFollowed: 0,
    processMissed: 0,
    processTotal: 0,
    event_id: "e-1",
    status: "processed",
    createdAt: recording.createdAt,
    duration: 0,
    summary: "A summary.",
    userEmail: "rep@example.com",
    clientId,
    client,
    integration: { entity },
  };
  t.is(client.name, "Anna");
  t.is(payload, JSON.stringify({ event: "client.created", data }));
  await org.graphql(update, { id: clientId, input: { name: "Otherwise" } });
  t.is((await listDeliveryLog(org))[0].payload, payload);
});

test("without an entity, the entered details are the client's fields", async (t) => {
  const { org } = t.context;
  await createWebhookWith(org, { events: ["client.created"] });
  for (const [input, entity] of [
    [entered, entered],
    [{}, { name: "Ann" }],
    [{ entity: null }, { name: "Ann" }],
    [{ entity: {} }, {}],
  ]) {
    const id = await org.ingestCall();
    await create(org, id, input);
    await completeAnalysis(org, id);
    t.deepEqual((await loadNewestPayload(org)).data.integration, { entity });
  }
});

test("custom fields named client and integration don't replace debrief's own", async (t) => {
  const { org } = t.context;
  await createWebhookWith(org, { events: ["client.created"] });
  const id = await org.ingestCall({
    custom_fields: { client: "mine", integration: "mine", event_id: 1 },
  });
  const { id: clientId } = await create(org, id);
  await completeAnalysis(org, id);
  const { data } = await loadNewestPayload(org);
  t.deepEqual(Object.keys(data), [...PAYLOAD_FIELDS, "client", "integration"]);
  t.is(data.client.id, clientId);
  t.deepEqual(data.integration, { entity: { name: "Ann" } });
});

test("createClient refuses processed recordings and a recording's second client", async (t) => {
  const { org, server } = t.context;
  const [done, open] = [await org.createProcessed(), await org.ingestCall()];
  await create(org, open);
  const before = await loadRowsByTable(server.services.db, org.id);
  for (const id of [done, open])
    t.deepEqual((await tryCreate(org, id, { name: "Ben" }))?.extensions, { code: "CONFLICT" });
  t.deepEqual(await loadRowsByTable(server.services.db, org.id), before);
});

test("createClient refuses another client's CRM id", async (t) => {
  const { org, server } = t.context;
  await pushAppointment(org, { customer: { id: "crm-9" } });
  const id = await org.ingestCall();
  const before = await loadRowsByTable(server.services.db, org.id);
  const error = await tryCreate(org, id, { crmEntityId: "crm-9" });
  t.deepEqual(error?.extensions, { code: "CONFLICT", field: "crmEntityId" });
  t.deepEqual(await loadRowsByTable(server.services.db, org.id), before);
  // The case counts, and another organization's ids don't.
  const other = await server.createTenant();
  await other.createUser();
  t.is(
    (await create(other, await other.ingestCall(), { crmEntityId: "crm-9" })).crmEntityId,
    "crm-9",
  );
  t.is((await create(org, id, { crmEntityId: "CRM-9" })).crmEntityId, "CRM-9");
});

for (const [field, input] of Object.entries({
  name: { name: " " },
  crmEntityId: { crmEntityId: "" },
  entity: { entity: "Ann" },
  email: { email: "a".repeat(1025) },
  notes: { notes: "a".repeat(100_001) },
}))
  test(`createClient refuses an invalid ${field} and creates nothing`, async (t) => {
    const { org } = t.context;
    const id = await org.ingestCall();
    const error = await tryCreate(org, id, input);
    t.deepEqual(error?.extensions, { code: "INVALID_FIELD", field });
    t.deepEqual((await org.get("/v1/clients")).body.clients, []);
    await create(org, id);
  });

test("createClient for an unknown recording creates nothing", async (t) => {
  const { org, server } = t.context;
  const other = await server.createTenant();
  await other.createUser();
  for (const id of ["no-such-id", await other.ingestCall()]) {
    const error = await tryCreate(org, id);
    t.like(error, { message: "Recording not found", extensions: { code: "NOT_FOUND" } });
  }
  t.deepEqual((await org.get("/v1/clients")).body.clients, []);
});

test("the rep's client wins over the customers of call and appointment", async (t) => {
  const { org } = t.context;
  await createWebhookWith(org, { events: eventNames });
  const id = await org.ingestCall({ call_id: "one", customer: { id: "c-1" } });
  const client = await create(org, id, { crmEntityId: "c-2" });
  await pushAppointment(org, { customer: { id: "c-3" } });
  await org.ingestCall({ call_id: "one", event_id: "e-1", customer: { id: "c-1" } });
  await completeAnalysis(org, id);
  const { event, data } = await loadNewestPayload(org);
  t.deepEqual([event, data.clientId, data.client.id], ["client.created", client.id, client.id]);
  t.is((await fetchRecording(org, id)).clientId, client.id);
});
