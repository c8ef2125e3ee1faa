import {
  completeAnalysis,
  pushAppointment,
  fetchRecording,
} from "../helpers/appointments/push-appointment.js";
import type { Answer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const call = {
  call_id: "call-1",
  user_email: "rep@example.com",
  started_at: "2026-03-02T10:00:00Z",
};

const send = async (org: Tenant, fields: object = {}): Promise<Answer> =>
  org.send("POST", "/v1/dialer", { ...call, ...fields });

const RECEIVED = `query { recordings(filter: { status: received }) {
  nodes { id name source startedAt duration customFields userEmail }
} }`;

const listReceived = async (org: Tenant) => (await org.graphql(RECEIVED)).recordings.nodes;

test("a call sent again changes the sent fields and keeps the others", async (t) => {
  const { org } = t.context;
  await org.createUser("two@example.com");
  const full = { name: "First", duration_ms: 61_000, custom_fields: { deal: 7 } };
  const first = await send(org, full);
  const expected = {
    id: first.body.recording.id,
    name: "First",
    source: "dialer",
    startedAt: "2026-03-02T10:00:00.000Z",
    duration: 61_000,
    customFields: { deal: 7 },
    userEmail: "rep@example.com",
  };
  t.deepEqual(await listReceived(org), [expected]);
  const steps: [object, object][] = [
    [{}, {}],
    [{ name: "Second" }, { name: "Second" }],
    [{ duration_ms: 5 }, { duration: 5 }],
    [{ custom_fields: { stage: null } }, { customFields: { stage: null } }],
    [{ started_at: "2026-03-02T11:00:00Z" }, { startedAt: "2026-03-02T11:00:00.000Z" }],
    [
      { user_email: "two@example.com" },
      { userEmail: "two@example.com", startedAt: "2026-03-02T10:00:00.000Z" },
    ],
  ];
  for (const [fields, change] of steps) {
    const answer = await send(org, fields);
    Object.assign(expected, change);
    t.deepEqual(await listReceived(org), [expected]);
    t.is(answer.body.recording.createdAt, first.body.recording.createdAt);
  }
  await completeAnalysis(org, expected.id);
  t.is((await fetchRecording(org, expected.id)).duration, 5);
});

const START = `mutation ($id: ID!) { startAnalysis(recordingId: $id) { id } }`;
const FAIL = `mutation ($id: ID!) { failAnalysis(recordingId: $id, reason: "No sound") { id } }`;

test("a call can be changed until it is processed", async (t) => {
  const { org } = t.context;
  const { id } = (await send(org, { name: "received" })).body.recording;
  for (const [status, transition] of [
    ["processing", START],
    ["failed", FAIL],
  ] as const) {
    await org.graphql(transition, { id });
    const { body } = await send(org, { name: `changed while ${status}` });
    t.like(body.recording, { id, status, name: `changed while ${status}` });
  }
});

test("a call's recording URL stays until another is sent", async (t) => {
  const { org, server } = t.context;
  const { id } = (await send(org, { recording_url: "https://dialer.example.com/1" })).body
    .recording;
  const loadMediaUrl = async () =>
    (await server.services.db("recordings").where({ id }).first("media_url")).media_url;
  await send(org);
  t.is(await loadMediaUrl(), "https://dialer.example.com/1");
  await send(org, { recording_url: "https://dialer.example.com/2" });
  t.is(await loadMediaUrl(), "https://dialer.example.com/2");
});

test("a transcript sent again replaces the old one, and stays if none is sent", async (t) => {
  const { org } = t.context;
  const one = { speaker: "A", text: "One.", start: 0, end: 1 };
  const two = { speaker: "B", text: "Two.", start: 0, end: 20 };
  const id = await org.ingestCall({ ...call, transcript: [two, one] });
  await send(org, { transcript: [one] });
  await send(org, { name: "Named" });
  t.is(await org.createProcessed(call), id);
  t.deepEqual((await org.get(`/v1/recordings/${id}/transcript`)).body.transcript, [one]);
  t.is((await fetchRecording(org, id)).duration, 1);
});

test("a call whose duration is cleared lasts until its last utterance", async (t) => {
  const { org } = t.context;
  await send(org, {
    duration_ms: 5,
    transcript: [{ speaker: "A", text: "One.", start: 0, end: 900 }],
  });
  t.is((await listReceived(org))[0].duration, 5);
  await send(org, { duration_ms: null });
  t.is((await listReceived(org))[0].duration, 900);
});

test("a processed call isn't changed", async (t) => {
  const { org } = t.context;
  await pushAppointment(org);
  await pushAppointment(org, { event_id: "e-2" });
  const id = await org.createProcessed({ ...call, name: "First", event_id: "e-1" });
  const before = await fetchRecording(org, id);
  const again = await send(org, {
    name: "Second",
    started_at: "2026-03-02T11:00:00Z",
    duration_ms: 1,
    event_id: "e-2",
    customer: { id: "c-1" },
    custom_fields: { deal: 7 },
    transcript: [{ speaker: "A", text: "New.", start: 0, end: 1 }],
  });
  t.is(again.status, 200);
  t.like(again.body.recording, { id, name: "First", status: "processed", eventId: "e-1" });
  t.deepEqual(await fetchRecording(org, id), before);
  t.deepEqual((await org.get(`/v1/recordings/${id}/transcript`)).body.transcript, []);
  t.deepEqual((await org.get("/v1/clients")).body.clients, []);
  const { recordings } = (await org.get("/v1/recordings")).body;
  t.is(recordings.length, 1);
});
