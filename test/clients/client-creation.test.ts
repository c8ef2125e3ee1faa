import { clientOf, complete, push, recording } from "./helpers/pushes.js";
import { rowsOf } from "./helpers/rows.js";
import type { Tenant } from "./helpers/server.js";
import { test } from "./helpers/still.js";
import { eventsOf, log, newest, STANDARD, webhook } from "./helpers/webhooks.js";

const ALL = ["recording.processed", "recording.integration_updated", "client.created"];

const CREATE = `mutation ($input: ClientInput!) {
  createClient(input: $input) {
    id name email crmEntityId address notes insights insightsUpdatedAt createdAt updatedAt
  }
}`;
const START = `mutation ($id: ID!) { startAnalysis(recordingId: $id) { id } }`;
const FAIL = `mutation ($id: ID!) { failAnalysis(recordingId: $id, reason: "No") { id } }`;
const SYNC = `mutation ($id: ID!) { syncRecording(recordingId: $id) { id } }`;

const create = async (org: Tenant, recordingId: string, input: object = {}) =>
  (await org.graph(CREATE, { input: { recordingId, name: "Ann", ...input } })).createClient;

const refusal = async (org: Tenant, recordingId: string, input: object = {}) =>
  (await org.ask(CREATE, { input: { recordingId, name: "Ann", ...input } })).errors?.[0];

const entered = {
  name: "Ann Grüße",
  email: "ann@example.com",
  crmEntityId: "crm-9",
  address: "1 Main St",
  notes: "Dog.",
};

test("a rep's new client is a client of the organization, and the recording's", async (t) => {
  const { org } = t.context;
  const id = await org.call();
  const client = await create(org, id, entered);
  t.like(client, { ...entered, insights: {}, insightsUpdatedAt: null });
  t.is(client.createdAt, client.updatedAt);
  t.deepEqual((await org.get(`/v1/clients/${client.id}`)).body.client, client);
  t.deepEqual(await clientOf(org, "crm-9"), client);
  await complete(org, id);
  t.is((await recording(org, id)).clientId, client.id);
});

for (const [state, moves] of Object.entries({
  received: [],
  processing: [START],
  failed: [START, FAIL],
}))
  test(`a client made while the recording is ${state} is told once, in the place of the recording`, async (t) => {
    const { org } = t.context;
    const plain = await webhook(org);
    const every = await webhook(org, { events: ALL });
    const id = await org.call();
    for (const move of moves) await org.graph(move, { id });
    await create(org, id);
    t.deepEqual(await log(org), []);
    if (state === "failed") await org.graph(START, { id });
    await complete(org, id);
    await complete(org, id, { summary: "Otherwise." });
    t.deepEqual(await eventsOf(org, every.id), ["client.created"]);
    t.deepEqual(await eventsOf(org, plain.id), []);
    await org.graph(SYNC, { id });
    t.deepEqual(await eventsOf(org, every.id), ["client.created", ALL[1]]);
    // A sync tells of the recording, in the shape that it always has.
    t.deepEqual(Object.keys((await newest(org)).data), STANDARD);
  });

test("client.created tells of the recording, the client as /v1/clients shows it, and what was entered", async (t) => {
  const { org } = t.context;
  await webhook(org, { events: ["client.created"] });
  await push(org);
  const id = await org.call({ event_id: "e-1", name: "Visit", custom_fields: { plan: "gold" } });
  const entity = { "First name": "Ann", tags: ["a", null], nested: { "\u2028": "👩‍👧" }, "1": 0 };
  const { id: clientId } = await create(org, id, { ...entered, entity });
  const update = `mutation ($id: ID!, $input: ClientPatch!) { updateClient(id: $id, input: $input) { id } }`;
  await org.graph(update, { id: clientId, input: { name: "Anna", insights: { mood: "good" } } });
  await complete(org, id);
  const { client } = (await org.get(`/v1/clients/${clientId}`)).body;
  const { recording: shown } = (await org.get(`/v1/recordings/${id}`)).body;
  const [{ payload, recording: of, status }] = await log(org);
  t.deepEqual([of.id, status], [id, "pending"]);
  const data = {
    plan: "gold",
    id,
    name: "Visit",
    actionItems: "",
    notes: "",
    meetingUrl: shown.recording,
    process: "",
    processFollowed: 0,
    processMissed: 0,
    processTotal: 0,
    event_id: "e-1",
    status: "processed",
    createdAt: shown.createdAt,
    duration: 0,
    summary: "A summary.",
    userEmail: "rep@example.com",
    clientId,
    client,
    integration: { entity },
  };
  t.is(client.name, "Anna");
  t.is(payload, JSON.stringify({ event: "client.created", data }));
  await org.graph(update, { id: clientId, input: { name: "Otherwise" } });
  t.is((await log(org))[0].payload, payload);
});

test("what the rep entered is the fields of the client where no entity is given", async (t) => {
  const { org } = t.context;
  await webhook(org, { events: ["client.created"] });
  for (const [input, entity] of [
    [entered, entered],
    [{}, { name: "Ann" }],
    [{ entity: null }, { name: "Ann" }],
    [{ entity: {} }, {}],
  ]) {
    const id = await org.call();
    await create(org, id, input);
    await complete(org, id);
    t.deepEqual((await newest(org)).data.integration, { entity });
  }
});

test("custom fields called client and integration give way to the service's", async (t) => {
  const { org } = t.context;
  await webhook(org, { events: ["client.created"] });
  const id = await org.call({
    custom_fields: { client: "mine", integration: "mine", event_id: 1 },
  });
  const { id: clientId } = await create(org, id);
  await complete(org, id);
  const { data } = await newest(org);
  t.deepEqual(Object.keys(data), [...STANDARD, "client", "integration"]);
  t.is(data.client.id, clientId);
  t.deepEqual(data.integration, { entity: { name: "Ann" } });
});

test("a client cannot be made for a recording that is processed, nor twice for one", async (t) => {
  const { org, server } = t.context;
  const [done, open] = [await org.processed(), await org.call()];
  await create(org, open);
  const before = await rowsOf(server.services.db, org.id);
  for (const id of [done, open])
    t.deepEqual((await refusal(org, id, { name: "Ben" }))?.extensions, { code: "CONFLICT" });
  t.deepEqual(await rowsOf(server.services.db, org.id), before);
});

test("a client cannot have the external id that another has", async (t) => {
  const { org, server } = t.context;
  await push(org, { customer: { id: "crm-9" } });
  const id = await org.call();
  const before = await rowsOf(server.services.db, org.id);
  const error = await refusal(org, id, { crmEntityId: "crm-9" });
  t.deepEqual(error?.extensions, { code: "CONFLICT", field: "crmEntityId" });
  t.deepEqual(await rowsOf(server.services.db, org.id), before);
  // Case counts, and another organization's ids do not.
  const other = await server.tenant();
  await other.user();
  t.is((await create(other, await other.call(), { crmEntityId: "crm-9" })).crmEntityId, "crm-9");
  t.is((await create(org, id, { crmEntityId: "CRM-9" })).crmEntityId, "CRM-9");
});

for (const [field, input] of Object.entries({
  name: { name: " " },
  crmEntityId: { crmEntityId: "" },
  entity: { entity: "Ann" },
  email: { email: "a".repeat(1025) },
  notes: { notes: "a".repeat(100_001) },
}))
  test(`createClient says that ${field} is not valid, and makes nothing`, async (t) => {
    const { org } = t.context;
    const id = await org.call();
    const error = await refusal(org, id, input);
    t.deepEqual(error?.extensions, { code: "INVALID_FIELD", field });
    t.deepEqual((await org.get("/v1/clients")).body.clients, []);
    await create(org, id);
  });

test("a client for a recording that is not there is not made", async (t) => {
  const { org, server } = t.context;
  const other = await server.tenant();
  await other.user();
  for (const id of ["no-such-id", await other.call()]) {
    const error = await refusal(org, id);
    t.like(error, { message: "Recording not found", extensions: { code: "NOT_FOUND" } });
  }
  t.deepEqual((await org.get("/v1/clients")).body.clients, []);
});

test("a rep's client stays the recording's, whatever customer the call or the appointment names", async (t) => {
  const { org } = t.context;
  await webhook(org, { events: ALL });
  const id = await org.call({ call_id: "one", customer: { id: "c-1" } });
  const client = await create(org, id, { crmEntityId: "c-2" });
  await push(org, { customer: { id: "c-3" } });
  await org.call({ call_id: "one", event_id: "e-1", customer: { id: "c-1" } });
  await complete(org, id);
  const { event, data } = await newest(org);
  t.deepEqual([event, data.clientId, data.client.id], ["client.created", client.id, client.id]);
  t.is((await recording(org, id)).clientId, client.id);
});
