import { complete } from "./helpers/pushes.js";
import { test } from "./helpers/own-still.js";
import { startStill } from "./helpers/still-server.js";
import { eventsOf, log, webhook } from "./helpers/webhooks.js";

const PROCESSED = "recording.processed";
const UPDATED = "recording.integration_updated";
const CREATED = "client.created";

const SYNC = `mutation ($id: ID!) { syncRecording(recordingId: $id) { id status } }`;
const START = `mutation ($id: ID!) { startAnalysis(recordingId: $id) { id } }`;
const FAIL = `mutation ($id: ID!) { failAnalysis(recordingId: $id, reason: "No sound") { id } }`;
const CLIENT = `mutation ($id: ID!) {
  createClient(input: { recordingId: $id, name: "Ann" }) { id }
}`;

for (const [state, moves] of Object.entries({
  received: [],
  processing: [START],
  "processing once more after it had failed": [START, FAIL, START],
}))
  test(`recording.processed is fired once: when a call that is ${state} is first processed`, async (t) => {
    const { org } = t.context;
    const { id } = await webhook(org);
    const recording = await org.call();
    for (const move of moves) await org.graph(move, { id: recording });
    t.deepEqual(await eventsOf(org, id), []);
    await complete(org, recording);
    t.deepEqual(await eventsOf(org, id), [PROCESSED]);
    await complete(org, recording, { summary: "Another." });
    await org.ask(START, { id: recording });
    await complete(org, recording);
    t.deepEqual(await eventsOf(org, id), [PROCESSED]);
  });

test("each sync of a processed recording fires recording.integration_updated", async (t) => {
  const { org, server } = t.context;
  const { id } = await webhook(org, { events: [UPDATED] });
  const recording = await org.processed();
  for (let synced = 0; synced < 2; synced += 1) {
    const { syncRecording } = await org.graph(SYNC, { id: recording });
    t.deepEqual(syncRecording, { id: recording, status: "processed" });
  }
  await complete(org, recording, { summary: "Another." });
  t.deepEqual(await eventsOf(org, id), [UPDATED, UPDATED]);
  const rows = await server.services.db("deliveries").where("organization_id", org.id);
  t.is(new Set(rows.map((row) => row.event_id)).size, 2);
});

for (const [state, moves] of Object.entries({
  received: [],
  processing: [START],
  failed: [START, FAIL],
}))
  test(`a recording that is ${state} cannot be synced, and nothing is fired`, async (t) => {
    const { org } = t.context;
    await webhook(org, { events: [UPDATED] });
    const id = await org.call();
    for (const move of moves) await org.graph(move, { id });
    const { errors, data } = await org.ask(SYNC, { id });
    t.deepEqual(errors?.[0]?.extensions, { code: "CONFLICT" });
    t.is(data, null);
    t.deepEqual(await log(org), []);
  });

test("a change whose event cannot be written is not made, and its event neither", async (t) => {
  const server = await startStill();
  const org = await server.tenant();
  await org.user();
  await webhook(org, { events: [PROCESSED, UPDATED, CREATED] });
  const { db } = server.services;
  const [id, withClient, done] = [await org.call(), await org.call(), await org.processed()];
  await org.graph(CLIENT, { id: withClient });
  const before = await db("recordings").orderBy("id");
  const events = await db("events").select();
  t.is(events.length, 1);
  await db.schema.renameTable("deliveries", "elsewhere");
  for (const recordingId of [id, withClient]) {
    const input = { summary: "A summary.", tags: ["roof"] };
    const document = `mutation ($recordingId: ID!, $input: AnalysisInput!) {
      completeAnalysis(recordingId: $recordingId, input: $input) { id }
    }`;
    const { errors } = await org.ask(document, { recordingId, input });
    t.deepEqual(errors?.[0]?.extensions, { code: "INTERNAL" });
  }
  t.deepEqual((await org.ask(SYNC, { id: done })).errors?.[0]?.extensions, { code: "INTERNAL" });
  await db.schema.renameTable("elsewhere", "deliveries");
  t.deepEqual(await db("recordings").orderBy("id"), before);
  t.deepEqual(await db("events").select(), events);
  t.deepEqual(await db("recording_tags").select(), []);
  // Nothing of it is left over that would be in the way of trying again.
  await complete(org, id);
  t.is((await log(org)).length, 2);
  await server.stop();
});

test("the event is written down where nobody gets it", async (t) => {
  const { org, server } = t.context;
  const id = await org.processed();
  await org.graph(SYNC, { id });
  const rows = await server.services.db("events").where("organization_id", org.id);
  t.deepEqual(rows.map(({ event, recording_id }) => `${event} ${recording_id}`).toSorted(), [
    `${UPDATED} ${id}`,
    `${PROCESSED} ${id}`,
  ]);
  t.deepEqual(await log(org), []);
});
