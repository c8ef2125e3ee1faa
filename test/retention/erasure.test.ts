import {
  createDeliveriesInEachState,
  erasedDeliveries,
  tablesWithWord,
  listTablesWithWord,
  isRecordingErased,
  createRecordingWithWord,
  untouchedDeliveries,
  ERASED_WORD,
} from "../helpers/recordings/erasure.js";
import { fetchAppointment, pushAppointment } from "../helpers/appointments/push-appointment.js";
import { test } from "../helpers/paused-suite.js";

const DELETE = `mutation ($id: ID!) { deleteRecording(id: $id) }`;

test("deleting a recording removes all its texts from the database", async (t) => {
  const { org, server } = t.context;
  const id = await createRecordingWithWord(org);
  const read = await createDeliveriesInEachState(server, org, id);
  t.deepEqual(await listTablesWithWord(server, org, ERASED_WORD), tablesWithWord);
  t.true((await listTablesWithWord(server, org, id)).includes("reviews"));
  t.true((await org.graphql(DELETE, { id })).deleteRecording);
  t.deepEqual(await listTablesWithWord(server, org, ERASED_WORD), []);
  t.deepEqual(await listTablesWithWord(server, org, id), [
    "audit_log",
    "deliveries",
    "erased_recordings",
    "events",
    "inbound_calls",
  ]);
  t.deepEqual(await read(), erasedDeliveries);
});

test("a deleted recording disappears from all lists; others stay unchanged", async (t) => {
  const { org, server } = t.context;
  await pushAppointment(org, { customer: { id: "c-1" } });
  const id = await createRecordingWithWord(org, { event_id: "e-1" });
  const other = await createRecordingWithWord(org, { customer: { id: "c-1" } });
  const read = await createDeliveriesInEachState(server, org, other);
  const before = await org.get(`/v1/recordings/${other}`);
  await org.graphql(DELETE, { id });
  t.true(await isRecordingErased(org, id));
  t.deepEqual((await org.get(`/v1/recordings/${other}`)).body, before.body);
  t.deepEqual(await read(), untouchedDeliveries);
  t.deepEqual(await listTablesWithWord(server, org, ERASED_WORD), tablesWithWord);
  const ofClient = `query { clients { nodes { recordings { nodes { id } } } } }`;
  t.deepEqual((await org.graphql(ofClient)).clients.nodes, [
    { recordings: { nodes: [{ id: other }] } },
  ]);
  t.like(await fetchAppointment(org), { recordingId: null, client: { id: "c-1" } });
});

test("a recording can be deleted in every status, once", async (t) => {
  const { org } = t.context;
  const start = `mutation ($id: ID!) { startAnalysis(recordingId: $id) { id } }`;
  const fail = `mutation ($id: ID!) { failAnalysis(recordingId: $id, reason: "No") { id } }`;
  for (const transitions of [[], [start], [start, fail]]) {
    const id = await org.ingestCall();
    for (const transition of transitions) await org.graphql(transition, { id });
    await org.graphql(DELETE, { id });
    t.true(await isRecordingErased(org, id));
    const { errors } = await org.sendGraphql(DELETE, { id });
    t.like(errors?.[0], { message: "Recording not found", extensions: { code: "NOT_FOUND" } });
  }
});
