import { completeAnalysis } from "../helpers/appointments/push-appointment.js";
import { test } from "../helpers/own-paused-suite.js";
import { startPausedServer } from "../helpers/webhooks/paused-server.js";
import {
  listWebhookEvents,
  listDeliveryLog,
  createWebhookWith,
} from "../helpers/webhooks/webhooks.js";

const PROCESSED = "recording.processed";
const UPDATED = "recording.integration_updated";
const CREATED = "client.created";

const SYNC = `mutation ($id: ID!) { syncRecording(recordingId: $id) { id status } }`;
const START = `mutation ($id: ID!) { startAnalysis(recordingId: $id) { id } }`;
const FAIL = `mutation ($id: ID!) { failAnalysis(recordingId: $id, reason: "No sound") { id } }`;
const CLIENT = `mutation ($id: ID!) {
  createClient(input: { recordingId: $id, name: "Ann" }) { id }
}`;

for (const [state, transitions] of Object.entries({
  received: [],
  processing: [START],
  "restarted after a failure": [START, FAIL, START],
}))
  test(`recording.processed is sent once, when a call that is ${state} is first processed`, async (t) => {
    const { org } = t.context;
    const { id } = await createWebhookWith(org);
    const recording = await org.ingestCall();
    for (const transition of transitions) await org.graphql(transition, { id: recording });
    t.deepEqual(await listWebhookEvents(org, id), []);
    await completeAnalysis(org, recording);
    t.deepEqual(await listWebhookEvents(org, id), [PROCESSED]);
    await completeAnalysis(org, recording, { summary: "Another." });
    await org.sendGraphql(START, { id: recording });
    await completeAnalysis(org, recording);
    t.deepEqual(await listWebhookEvents(org, id), [PROCESSED]);
  });

test("each sync of a processed recording sends recording.integration_updated", async (t) => {
  const { org, server } = t.context;
  const { id } = await createWebhookWith(org, { events: [UPDATED] });
  const recording = await org.createProcessed();
  for (let synced = 0; synced < 2; synced += 1) {
    const { syncRecording } = await org.graphql(SYNC, { id: recording });
    t.deepEqual(syncRecording, { id: recording, status: "processed" });
  }
  await completeAnalysis(org, recording, { summary: "Another." });
  t.deepEqual(await listWebhookEvents(org, id), [UPDATED, UPDATED]);
  const rows = await server.services.db("deliveries").where("organization_id", org.id);
  t.is(new Set(rows.map((row) => row.event_id)).size, 2);
});

for (const [state, transitions] of Object.entries({
  received: [],
  processing: [START],
  failed: [START, FAIL],
}))
  test(`a ${state} recording can't be synced, and nothing is sent`, async (t) => {
    const { org } = t.context;
    await createWebhookWith(org, { events: [UPDATED] });
    const id = await org.ingestCall();
    for (const transition of transitions) await org.graphql(transition, { id });
    const { errors, data } = await org.sendGraphql(SYNC, { id });
    t.deepEqual(errors?.[0]?.extensions, { code: "CONFLICT" });
    t.is(data, null);
    t.deepEqual(await listDeliveryLog(org), []);
  });

test("a change rolls back if its event can't be written", async (t) => {
  const server = await startPausedServer();
  const org = await server.createTenant();
  await org.createUser();
  await createWebhookWith(org, { events: [PROCESSED, UPDATED, CREATED] });
  const { db } = server.services;
  const [id, withClient, done] = [
    await org.ingestCall(),
    await org.ingestCall(),
    await org.createProcessed(),
  ];
  await org.graphql(CLIENT, { id: withClient });
  const before = await db("recordings").orderBy("id");
  const events = await db("events").select();
  t.is(events.length, 1);
  await db.schema.renameTable("deliveries", "elsewhere");
  for (const recordingId of [id, withClient]) {
    const input = { summary: "A summary.", tags: ["roof"] };
    const document = `mutation ($recordingId: ID!, $input: AnalysisInput!) {
      completeAnalysis(recordingId: $recordingId, input: $input) { id }
    }`;
    const { errors } = await org.sendGraphql(document, { recordingId, input });
    t.deepEqual(errors?.[0]?.extensions, { code: "INTERNAL" });
  }
  t.deepEqual((await org.sendGraphql(SYNC, { id: done })).errors?.[0]?.extensions, {
    code: "INTERNAL",
  });
  await db.schema.renameTable("elsewhere", "deliveries");
  t.deepEqual(await db("recordings").orderBy("id"), before);
  t.deepEqual(await db("events").select(), events);
  t.deepEqual(await db("recording_tags").select(), []);
  // Nothing is left that would prevent another attempt.
  await completeAnalysis(org, id);
  t.is((await listDeliveryLog(org)).length, 2);
  await server.stop();
});

test("an event is stored even if no webhook receives it", async (t) => {
  const { org, server } = t.context;
  const id = await org.createProcessed();
  await org.graphql(SYNC, { id });
  const rows = await server.services.db("events").where("organization_id", org.id);
  t.deepEqual(rows.map(({ event, recording_id }) => `${event} ${recording_id}`).toSorted(), [
    `${UPDATED} ${id}`,
    `${PROCESSED} ${id}`,
  ]);
  t.deepEqual(await listDeliveryLog(org), []);
});
