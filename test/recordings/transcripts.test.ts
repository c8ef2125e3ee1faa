import {
  fetchClient,
  completeAnalysis,
  pushAppointment,
} from "../helpers/appointments/push-appointment.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const utterance = { speaker: "Somebody", text: "Hello.", start: 0, end: 10 };

const fetchTranscript = async (org: Tenant, id: string) =>
  (await org.get(`/v1/recordings/${id}/transcript`)).body.transcript;

const listSpeakers = async (org: Tenant, id: string): Promise<string[]> =>
  (await fetchTranscript(org, id)).map((item: { speaker: string }) => item.speaker);

const START = `mutation ($id: ID!) { startAnalysis(recordingId: $id) { status } }`;
const FAIL = `mutation ($id: ID!) { failAnalysis(recordingId: $id, reason: "No sound") { status } }`;
const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id }
}`;

test("a transcript is empty until its recording is processed", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall({ transcript: [utterance] });
  const assertEmpty = async () => {
    const answer = await org.get(`/v1/recordings/${id}/transcript`);
    t.is(answer.status, 200);
    t.deepEqual(answer.body, { recordingId: id, transcript: [] });
  };
  await assertEmpty();
  await org.graphql(START, { id });
  await assertEmpty();
  await org.graphql(FAIL, { id });
  await assertEmpty();
  await org.graphql(START, { id });
  await completeAnalysis(org, id);
  t.deepEqual((await org.get(`/v1/recordings/${id}/transcript`)).body, {
    recordingId: id,
    transcript: [utterance],
  });
});

test("the transcript of an unknown recording is not found", async (t) => {
  const { org } = t.context;
  for (const id of ["unknown", "00000000-0000-7000-8000-000000000000"]) {
    const answer = await org.get(`/v1/recordings/${id}/transcript`);
    t.is(answer.status, 404);
    t.deepEqual(answer.body, { message: "Recording not found", code: "NOT_FOUND" });
  }
});

test("a recording without a transcript has an empty one", async (t) => {
  const { org } = t.context;
  t.deepEqual(await fetchTranscript(org, await org.createProcessed()), []);
  t.deepEqual(await fetchTranscript(org, await org.createProcessed({ transcript: [] })), []);
});

test("utterances are ordered by start, then as sent", async (t) => {
  const { org } = t.context;
  const starts = [300, 100, 200, 100, 0, 300, 100];
  const transcript = starts.map((start, index) => ({
    ...utterance,
    text: `${index}`,
    start,
    end: start + 10 - index,
  }));
  const id = await org.createProcessed({ transcript });
  const texts = (await fetchTranscript(org, id)).map((item: { text: string }) => item.text);
  t.deepEqual(texts, ["4", "1", "3", "6", "2", "0", "5"]);
});

test("a long transcript is stored whole, word for word", async (t) => {
  const { org } = t.context;
  const transcript = Array.from({ length: 250 }, (_, index) => ({
    speaker: `S ${index % 3}`,
    text: ` ${index}:\n"Größe", 日本 👋🏽\t`,
    start: index * 1_000,
    end: index * 1_000 + 999,
  }));
  const id = await org.createProcessed({ transcript });
  t.deepEqual(await fetchTranscript(org, id), transcript);
});

test("a rep's name is the user's, and other speakers' names are as sent", async (t) => {
  const { org } = t.context;
  const roles = ["rep", "client", "other", undefined, null];
  const transcript = roles.map((role, start) => ({ ...utterance, role, start }));
  const id = await org.createProcessed({ transcript });
  const rest = ["Somebody", "Somebody", "Somebody", "Somebody"];
  t.deepEqual(await listSpeakers(org, id), ["Robin Rep", ...rest]);
  await org.createUser("rep@example.com", { name: "Robin Married" });
  t.deepEqual(await listSpeakers(org, id), ["Robin Married", ...rest]);
});

test("a client's name is the known client's, else as sent", async (t) => {
  const { org } = t.context;
  const transcript = [{ ...utterance, role: "client" }];
  const id = await org.createProcessed({ transcript, customer: { id: "c-1" } });
  t.deepEqual(await listSpeakers(org, id), ["Somebody"]);
  await pushAppointment(org, { customer: { id: "c-1", name: "Ann" } });
  t.deepEqual(await listSpeakers(org, id), ["Ann"]);
  const ofAppointment = await org.createProcessed({ transcript, event_id: "e-1" });
  t.deepEqual(await listSpeakers(org, ofAppointment), ["Ann"]);
  await org.graphql(
    `mutation ($id: ID!) { updateClient(id: $id, input: { name: "Ann Lee" }) { id } }`,
    { id: (await fetchClient(org, "c-1")).id },
  );
  t.deepEqual(await listSpeakers(org, id), ["Ann Lee"]);
});

const invalid: [string, object, string][] = [
  ["that ends before it starts", { start: 10, end: 9 }, "end"],
  ["with half a millisecond", { start: 0.5, end: 1 }, "start"],
  ["whose end is text", { start: 0, end: "10" }, "end"],
  ["whose text is a number", { text: 7 }, "text"],
  ["of an unknown role", { role: "boss" }, "role"],
];

for (const [kind, fields, field] of invalid)
  test(`an utterance ${kind} is refused from the dialer and in an analysis`, async (t) => {
    const { org } = t.context;
    const transcript = [utterance, { ...utterance, ...fields }];
    const call = {
      call_id: "1",
      user_email: "rep@example.com",
      started_at: "2026-03-02T10:00:00Z",
    };
    for (const [index, items] of [transcript, transcript.toReversed()].entries())
      t.like(await org.send("POST", "/v1/dialer", { ...call, transcript: items }), {
        status: 400,
        body: { code: "INVALID_FIELD", field: `transcript.${1 - index}.${field}` },
      });
    const id = await org.ingestCall();
    t.truthy((await org.sendGraphql(COMPLETE, { id, input: { summary: "S", transcript } })).errors);
    t.deepEqual((await org.get("/v1/recordings")).body.recordings, []);
  });

test("an utterance without length is stored", async (t) => {
  const { org } = t.context;
  const id = await org.createProcessed({ transcript: [{ ...utterance, start: 7, end: 7 }] });
  t.deepEqual(await fetchTranscript(org, id), [{ ...utterance, start: 7, end: 7 }]);
});

test("an error names the missing field of an utterance", async (t) => {
  const { org } = t.context;
  const call = { call_id: "1", user_email: "rep@example.com", started_at: "2026-03-02T10:00:00Z" };
  for (const field of ["speaker", "text", "start", "end"])
    for (const value of [undefined, null]) {
      const transcript = [utterance, { ...utterance, [field]: value }];
      t.like(await org.send("POST", "/v1/dialer", { ...call, transcript }), {
        status: 400,
        body: { code: "MISSING_REQUIRED_FIELD", field: `transcript.1.${field}` },
      });
    }
});
