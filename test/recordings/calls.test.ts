import { pushAppointment } from "../helpers/appointments/push-appointment.js";
import type { Answer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const call = {
  call_id: "call-1",
  user_email: "rep@example.com",
  started_at: "2026-03-02T10:00:00Z",
};

const send = async (org: Tenant, fields: object = {}): Promise<Answer> =>
  org.send("POST", "/v1/dialer", { ...call, ...fields });

const RECEIVED = `query { recordings(filter: { status: received }) { nodes { name userEmail } } }`;

const listReceived = async (org: Tenant) => (await org.graphql(RECEIVED)).recordings.nodes;

test("the dialer endpoint returns these fields of the recording", async (t) => {
  const { org } = t.context;
  await pushAppointment(org);
  const { status, body } = await send(org, { name: "First", event_id: "e-1", unknown: 1 });
  t.is(status, 200);
  t.deepEqual(Object.keys(body), ["recording"]);
  t.deepEqual(Object.keys(body.recording), ["id", "name", "status", "createdAt", "eventId"]);
  t.like(body.recording, { name: "First", status: "received", eventId: "e-1" });
  t.regex(body.recording.createdAt, /^2026-03-02T12:\d\d:\d\d\.\d{3}Z$/);
});

test("a call sent twice is one recording, by key and by token", async (t) => {
  const { org, server } = t.context;
  const path = new URL(org.dialerUrl).pathname;
  const byToken = async () =>
    server.fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(call),
    });
  const answers = [await send(org), await byToken(), await send(org), await byToken()];
  t.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  t.is(new Set(answers.map(({ text }) => text)).size, 1);
  t.is((await listReceived(org)).length, 1);
});

test("a call sent ten times at once is one recording", async (t) => {
  const { org } = t.context;
  const answers = await Promise.all(Array.from({ length: 10 }, async () => send(org)));
  t.is(new Set(answers.map(({ body }) => body.recording.id)).size, 1);
  t.is((await listReceived(org)).length, 1);
});

test("the first missing required field is reported before any invalid value", async (t) => {
  const { org } = t.context;
  const sent: Record<string, unknown> = { duration_ms: "long", customer: 7 };
  for (const field of ["call_id", "user_email", "started_at"]) {
    for (const body of [sent, { ...sent, [field]: null }])
      t.like(await org.send("POST", "/v1/dialer", body), {
        status: 400,
        body: { code: "MISSING_REQUIRED_FIELD", field },
      });
    sent[field] = 7;
  }
  t.like(await org.send("POST", "/v1/dialer", sent), { body: { code: "INVALID_FIELD" } });
});

const invalid: [string, unknown, string?][] = [
  ["call_id", ""],
  ["call_id", 7],
  ["call_id", "x".repeat(1025)],
  ["user_email", ["rep@example.com"]],
  ["started_at", "2026-03-02T10:00:00"],
  ["started_at", "2026-03-02T10:00:00+01:00"],
  ["started_at", 1_772_445_600],
  ["duration_ms", "61000"],
  ["duration_ms", 0.5],
  ["duration_ms", -1],
  ["name", 7],
  ["name", "x".repeat(1025)],
  ["recording_url", 7],
  ["event_id", 7],
  ["customer", "Ann"],
  ["customer", { id: 7 }, "customer.id"],
  ["customer", { location: ["1 Main St"] }, "customer.location"],
  ["custom_fields", "deal"],
  ["custom_fields", ["deal"]],
  ["custom_fields", { deal: "x".repeat(16 * 1024) }],
  ["transcript", "Hello."],
  ["transcript", { 0: {} }],
  ["transcript", ["Hello."], "transcript.0"],
];

test("an error names the field as the dialer does", async (t) => {
  const { org } = t.context;
  for (const [sent, value, field = sent] of invalid) {
    const answer = await send(org, { [sent]: value });
    const label = `${sent}: ${JSON.stringify(value).slice(0, 40)}`;
    t.is(answer.status, 400, label);
    t.like(answer.body, { code: "INVALID_FIELD", field }, label);
    t.true(answer.body.message.startsWith(`${field} `), label);
  }
  t.deepEqual(await listReceived(org), []);
});

test("a call requires an active user, whatever the e-mail's case", async (t) => {
  const { org } = t.context;
  await org.createUser("gone@example.com", { active: false });
  await org.createUser("Two@Example.com");
  for (const user_email of ["nobody@example.com", "gone@example.com"])
    t.like(await send(org, { user_email, customer: { id: "c-1" } }), {
      status: 400,
      body: { code: "USER_NOT_FOUND", field: "user_email" },
    });
  t.deepEqual(await listReceived(org), []);
  t.deepEqual((await org.get("/v1/clients")).body.clients, []);
  t.is((await send(org, { user_email: "tWO@example.com" })).status, 200);
  t.is((await listReceived(org))[0].userEmail, "Two@Example.com");
});

test("an invalid call leaves nothing behind", async (t) => {
  const { org } = t.context;
  const transcript = [{ speaker: "A", text: "Back.", start: 2, end: 1 }];
  t.is((await send(org, { customer: { id: "c-1" }, transcript })).status, 400);
  t.deepEqual(await listReceived(org), []);
  t.deepEqual((await org.get("/v1/clients")).body.clients, []);
  await send(org, { name: "First" });
  t.is((await send(org, { name: "Second", customer: { id: "c-1" }, transcript })).status, 400);
  t.is((await listReceived(org))[0].name, "First");
  t.deepEqual((await org.get("/v1/clients")).body.clients, []);
});
