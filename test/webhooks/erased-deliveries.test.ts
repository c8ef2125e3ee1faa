import { eventNames } from "../../graph/webhooks/events.js";
import { completeAnalysis, pushAppointment } from "../helpers/appointments/push-appointment.js";
import type { Tenant, SharedServer } from "../helpers/server.js";
import { test } from "../helpers/paused-suite.js";
import { endDelivery, listDeliveryLog, createWebhookWith } from "../helpers/webhooks/webhooks.js";

const SYNC = `mutation ($id: ID!) { syncRecording(recordingId: $id) { id } }`;
const ERASE = `mutation ($id: ID!) { deleteRecording(id: $id) }`;
const DELETE_CLIENT = `mutation ($id: ID!) { deleteClient(id: $id) }`;

/** Creates four deliveries of the recording, newest first: pending, in progress, delivered, failed. */
const createInEachState = async (server: SharedServer, org: Tenant, id: string): Promise<void> => {
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

const loadStates = async (org: Tenant, recordingId: string): Promise<unknown[]> =>
  (await listDeliveryLog(org, { recordingId })).map(({ status, error, payload }) => [
    status,
    error,
    payload === "",
  ]);

const erased = [
  ["failed", "deleted", true],
  // The attempt has begun: its result will still be recorded.
  ["pending", null, true],
  ["delivered", null, true],
  ["failed", "timeout", true],
];
const intact = [
  ["pending", null, false],
  ["pending", null, false],
  ["delivered", null, false],
  ["failed", "timeout", false],
];

test("erasing a recording empties its deliveries and cancels the pending ones", async (t) => {
  const { org, server } = t.context;
  await createWebhookWith(org, { events: eventNames });
  const [id, other] = [await org.createProcessed(), await org.createProcessed()];
  for (const each of [id, other]) await createInEachState(server, org, each);
  t.deepEqual(await loadStates(org, id), intact);
  await org.graphql(ERASE, { id });
  t.deepEqual(await loadStates(org, id), erased);
  t.deepEqual(await loadStates(org, other), intact);
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
  t.deepEqual(await loadStates(org, id), [
    ["failed", "deleted", true],
    ["delivered", null, true],
  ]);
});

test("deleting a client erases its recordings' deliveries, and no others", async (t) => {
  const { org, server } = t.context;
  await createWebhookWith(org, { events: eventNames });
  await pushAppointment(org, { customer: { id: "c-1", name: "Ann" } });
  const customer = { id: "c-1" };
  const ofCall = await org.createProcessed({ customer });
  const ofAppointment = await org.createProcessed({ event_id: "e-1" });
  const other = await org.createProcessed({ customer: { id: "c-2" } });
  for (const id of [ofCall, ofAppointment, other]) await createInEachState(server, org, id);
  const [client] = (await org.get("/v1/clients?crmEntityId=c-1")).body.clients;
  await org.graphql(DELETE_CLIENT, { id: client.id });
  for (const id of [ofCall, ofAppointment]) t.deepEqual(await loadStates(org, id), erased);
  t.deepEqual(await loadStates(org, other), intact);
});

test("deleting a client that a rep created empties its client.created events", async (t) => {
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
  t.deepEqual(await loadStates(org, id), [["failed", "deleted", true]]);
  for (const table of ["clients", "recordings", "events"]) {
    const rows = await server.services.db(table).where("organization_id", org.id);
    t.false(JSON.stringify(rows).includes("Sesame"), table);
  }
});
