import { complete, push } from "./helpers/pushes.js";
import type { Tenant, SharedServer } from "./helpers/server.js";
import { test } from "./helpers/still.js";
import { end, log, webhook } from "./helpers/webhooks.js";

const EVENTS = ["recording.processed", "recording.integration_updated", "client.created"];
const SYNC = `mutation ($id: ID!) { syncRecording(recordingId: $id) { id } }`;
const ERASE = `mutation ($id: ID!) { deleteRecording(id: $id) }`;
const DELETE_CLIENT = `mutation ($id: ID!) { deleteClient(id: $id) }`;

/** Four deliveries of the recording, newest first: pending, under way, delivered, failed. */
const inEveryState = async (server: SharedServer, org: Tenant, id: string): Promise<void> => {
  for (let synced = 0; synced < 3; synced += 1) await org.graph(SYNC, { id });
  const [, second, third, fourth] = await log(org, { recordingId: id });
  const { db } = server.services;
  const claim = { claimed_by: "somebody", lease_until: 9 };
  await db("deliveries").where({ organization_id: org.id, id: second.id }).update(claim);
  await end(server, org, third.id);
  await end(server, org, fourth.id, { status: "failed", response_status: null, error: "timeout" });
};

const statesOf = async (org: Tenant, recordingId: string): Promise<unknown[]> =>
  (await log(org, { recordingId })).map(({ status, error, payload }) => [
    status,
    error,
    payload === "",
  ]);

const erased = [
  ["failed", "deleted", true],
  // It has begun: how it ends is recorded yet.
  ["pending", null, true],
  ["delivered", null, true],
  ["failed", "timeout", true],
];
const whole = [
  ["pending", null, false],
  ["pending", null, false],
  ["delivered", null, false],
  ["failed", "timeout", false],
];

test("an erased recording's deliveries are emptied, and those that have not begun are cancelled", async (t) => {
  const { org, server } = t.context;
  await webhook(org, { events: EVENTS });
  const [id, other] = [await org.processed(), await org.processed()];
  for (const each of [id, other]) await inEveryState(server, org, each);
  t.deepEqual(await statesOf(org, id), whole);
  await org.graph(ERASE, { id });
  t.deepEqual(await statesOf(org, id), erased);
  t.deepEqual(await statesOf(org, other), whole);
  const events = await server.services.db("events").where({ organization_id: org.id });
  for (const { recording_id, payload } of events) t.is(payload === "", recording_id === id);
});

test("an erasure empties redeliveries too", async (t) => {
  const { org, server } = t.context;
  await webhook(org);
  const id = await org.processed();
  const [first] = await log(org);
  await end(server, org, first.id);
  const redeliver = `mutation ($id: ID!) { redeliver(deliveryId: $id) { id } }`;
  await org.graph(redeliver, { id: first.id });
  await org.graph(ERASE, { id });
  t.deepEqual(await statesOf(org, id), [
    ["failed", "deleted", true],
    ["delivered", null, true],
  ]);
});

test("a deleted client's recordings take their deliveries along, and no other's", async (t) => {
  const { org, server } = t.context;
  await webhook(org, { events: EVENTS });
  await push(org, { customer: { id: "c-1", name: "Ann" } });
  const customer = { id: "c-1" };
  const ofCall = await org.processed({ customer });
  const ofAppointment = await org.processed({ event_id: "e-1" });
  const other = await org.processed({ customer: { id: "c-2" } });
  for (const id of [ofCall, ofAppointment, other]) await inEveryState(server, org, id);
  const [client] = (await org.get("/v1/clients?crmEntityId=c-1")).body.clients;
  await org.graph(DELETE_CLIENT, { id: client.id });
  for (const id of [ofCall, ofAppointment]) t.deepEqual(await statesOf(org, id), erased);
  t.deepEqual(await statesOf(org, other), whole);
});

test("the client that a rep made is erased with what client.created said of it", async (t) => {
  const { org, server } = t.context;
  await webhook(org, { events: EVENTS });
  const id = await org.call();
  const create = `mutation ($id: ID!) {
    createClient(input: { recordingId: $id, name: "Sesame", entity: { word: "Sesame" } }) { id }
  }`;
  const { createClient: client } = await org.graph(create, { id });
  await complete(org, id);
  t.true((await log(org))[0].payload.includes("Sesame"));
  await org.graph(DELETE_CLIENT, { id: client.id });
  t.deepEqual(await statesOf(org, id), [["failed", "deleted", true]]);
  for (const table of ["clients", "recordings", "events"]) {
    const rows = await server.services.db(table).where("organization_id", org.id);
    t.false(JSON.stringify(rows).includes("Sesame"), table);
  }
});
