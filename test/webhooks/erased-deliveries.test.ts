import { eventNames } from "../../graph/webhooks/events.js";
import { completeAnalysis, pushAppointment } from "../helpers/push-appointment.js";
import type { Tenant, SharedServer } from "../helpers/server.js";
import { test } from "../helpers/paused-suite.js";
import { endDelivery, listDeliveryLog, createWebhookWith } from "../helpers/webhooks.js";

const SYNC = `mutation ($id: ID!) { syncRecording(recordingId: $id) { id } }`;
const ERASE = `mutation ($id: ID!) { deleteRecording(id: $id) }`;
const DELETE_CLIENT = `mutation ($id: ID!) { deleteClient(id: $id) }`;

/** Four deliveries of the recording, newest first: pending, under way, delivered, failed. */
const inEveryState = async (server: SharedServer, org: Tenant, id: string): Promise<void> => {
  for (let synced = 0; synced < 3; synced += 1) await org.graphql(SYNC, { id });
  const [, second, third, fourth] = await listDeliveryLog(org, { recordingId: id });
  const { db } = server.services;
  const claim = { claimed_by: "somebody", lease_until: 9 };
  await db("deliveries").where({ organization_id: org.id, id: second.id }).update(claim);
  await endDelivery(server, org, third.id);
  await endDelivery(server, org, fourth.id, {
    status: "failed",
    response_status: null,
    error: "timeout",
  });
};

const statesOf = async (org: Tenant, recordingId: string): Promise<unknown[]> =>
  (await listDeliveryLog(org, { recordingId })).map(({ status, error, payload }) => [
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
  await createWebhookWith(org, { events: eventNames });
  const [id, other] = [await org.createProcessed(), await org.createProcessed()];
  for (const each of [id, other]) await inEveryState(server, org, each);
  t.deepEqual(await statesOf(org, id), whole);
  await org.graphql(ERASE, { id });
  t.deepEqual(await statesOf(org, id), erased);
  t.deepEqual(await statesOf(org, other), whole);
  const events = await server.services.db("events").where({ organization_id: org.id });
  for (const { recording_id, payload } of events) t.is(payload === "", recording_id === id);
});

test("an erasure empties redeliveries too", async (t) => {
  const { org, server } = t.context;
  await createWebhookWith(org);
  const id = await org.createProcessed();
  const [first] = await listDeliveryLog(org);
  await endDelivery(server, org, first.id);
  const redeliver = `mutation ($id: ID!) { redeliver(deliveryId: $id) { id } }`;
  await org.graphql(redeliver, { id: first.id });
  await org.graphql(ERASE, { id });
  t.deepEqual(await statesOf(org, id), [
    ["failed", "deleted", true],
    ["delivered", null, true],
  ]);
});

test("a deleted client's recordings take their deliveries along, and no other's", async (t) => {
  const { org, server } = t.context;
  await createWebhookWith(org, { events: eventNames });
  await pushAppointment(org, { customer: { id: "c-1", name: "Ann" } });
  const customer = { id: "c-1" };
  const ofCall = await org.createProcessed({ customer });
  const ofAppointment = await org.createProcessed({ event_id: "e-1" });
  const other = await org.createProcessed({ customer: { id: "c-2" } });
  for (const id of [ofCall, ofAppointment, other]) await inEveryState(server, org, id);
  const [client] = (await org.get("/v1/clients?crmEntityId=c-1")).body.clients;
  await org.graphql(DELETE_CLIENT, { id: client.id });
  for (const id of [ofCall, ofAppointment]) t.deepEqual(await statesOf(org, id), erased);
  t.deepEqual(await statesOf(org, other), whole);
});

test("the client that a rep made is erased with what client.created said of it", async (t) => {
  const { org, server } = t.context;
  await createWebhookWith(org, { events: eventNames });
  const id = await org.ingestCall();
  const create = `mutation ($id: ID!) {
    createClient(input: { recordingId: $id, name: "Sesame", entity: { word: "Sesame" } }) { id }
  }`;
  const { createClient: client } = await org.graphql(create, { id });
  await completeAnalysis(org, id);
  t.true((await listDeliveryLog(org))[0].payload.includes("Sesame"));
  await org.graphql(DELETE_CLIENT, { id: client.id });
  t.deepEqual(await statesOf(org, id), [["failed", "deleted", true]]);
  for (const table of ["clients", "recordings", "events"]) {
    const rows = await server.services.db(table).where("organization_id", org.id);
    t.false(JSON.stringify(rows).includes("Sesame"), table);
  }
});
