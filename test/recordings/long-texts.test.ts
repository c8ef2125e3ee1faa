import type { Answer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const TASK = {
  event_id: "e-1",
  user_email: "rep@example.com",
  start_time: "2026-03-03T10:00:00Z",
};
const CALL = {
  call_id: "c-1",
  user_email: "rep@example.com",
  started_at: "2026-03-02T10:00:00Z",
};

const outcome = ({ status, body }: Answer): unknown[] => [status, body.code, body.field];

const invalidField = (field: string): unknown[] => [400, "INVALID_FIELD", field];

const post = (org: Tenant, fields: object): Promise<Answer> =>
  org.send("POST", "/v1/scheduled-tasks", { ...TASK, ...fields });
const put = (org: Tenant, fields: object): Promise<Answer> =>
  org.send("PUT", "/v1/scheduled-tasks/e-1", fields);
const dial = (org: Tenant, fields: object): Promise<Answer> =>
  org.send("POST", "/v1/dialer", { ...CALL, ...fields });

/** Builds an object of so many bytes as JSON. */
const buildOfSize = (bytes: number, letter = "x"): object => {
  const room = bytes - '{"a":""}'.length;
  const size = Buffer.byteLength(letter);
  return { a: letter.repeat(Math.floor(room / size)) + "x".repeat(room % size) };
};

const KIB_16 = 16 * 1024;

for (const [field, send, endpoint] of [
  ["metadata", post, "a POST"],
  ["metadata", put, "a PUT"],
  ["custom_fields", dial, "the dialer"],
] as const) {
  test(`${field} can have 16 KiB as JSON in ${endpoint}`, async (t) => {
    const { org } = t.context;
    await post(org, {});
    for (const letter of ["x", "é", "💡"]) {
      const full = buildOfSize(KIB_16, letter);
      const answer = await send(org, { [field]: full });
      t.is(answer.status, 200, answer.text);
      if (field === "metadata") t.deepEqual(answer.body.appointment.metadata, full);
      const tooLong = await send(org, { [field]: buildOfSize(KIB_16 + 1, letter) });
      t.deepEqual(outcome(tooLong), invalidField(field));
    }
  });

  test(`${field} must be an object in ${endpoint}`, async (t) => {
    const { org } = t.context;
    await post(org, {});
    for (const value of ["{}", 5, 0, true, false, [], [{}]])
      t.deepEqual(outcome(await send(org, { [field]: value })), invalidField(field));
    t.is((await send(org, { [field]: {} })).status, 200);
    t.is((await send(org, { [field]: null })).status, 200);
  });
}

const transcript = (text: string) => [{ speaker: "A", text, start: 0, end: 1 }];

test("the text of an utterance can have 100 KiB", async (t) => {
  const { org } = t.context;
  t.is((await dial(org, { transcript: transcript("x".repeat(100_000)) })).status, 200);
  const tooLong = await dial(org, { transcript: transcript("x".repeat(102_401)) });
  t.deepEqual(outcome(tooLong), invalidField("transcript.0.text"));
});

test("the notes of a recording can have 100 KiB", async (t) => {
  const { org } = t.context;
  const notes = "x".repeat(100_000);
  const id = await org.createProcessed({}, { notes });
  t.is((await org.get(`/v1/recordings/${id}`)).body.recording.notes, notes);
  const query = `mutation ($id: ID!, $notes: String!) {
    completeAnalysis(recordingId: $id, input: { summary: "", notes: $notes }) { id }
  }`;
  const { errors } = await org.sendGraphql(query, { id, notes: "x".repeat(102_401) });
  t.deepEqual(errors?.[0]?.extensions, { code: "INVALID_FIELD", field: "notes" });
});
