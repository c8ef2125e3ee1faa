import { Webhook } from "standardwebhooks";
import { createWebhook, deliveriesOf } from "./helpers/deliveries.js";
import { startReceiver } from "./helpers/receiver.js";
import { test } from "./helpers/suite.js";

const PATH = "/v1/webhooks/test";
const recording = { id: "r-1", status: "processed" };

test("the body of a test is that of the real event, byte for byte", async (t) => {
  const { org } = t.context;
  const receiver = await startReceiver(t);
  await createWebhook(org, receiver.url);
  await org.send("POST", "/v1/scheduled-tasks", {
    event_id: "e-1",
    user_email: "rep@example.com",
    start_time: "2026-03-02T10:00:00Z",
    customer: { id: "c-1", name: "Ann" },
  });
  const id = await org.processed(
    { event_id: "e-1", custom_fields: { deal: { size: 5 }, name: "not this", process: 1 } },
    {
      notes: "Notes.",
      actionItems: [{ text: "Call back" }, { kind: "client", text: "Sign" }],
      coaching: "Ask more.",
    },
  );
  await receiver.has(1);
  const { body: shown } = await org.get(`/v1/recordings/${id}`);
  const answer = await org.send("POST", PATH, { url: receiver.url, recording: shown.recording });
  t.is(answer.status, 200, answer.text);
  const [real, sent] = await receiver.has(2);
  const expected = JSON.parse(real!.body);
  t.is(expected.data.event_id, "e-1");
  // The endpoints do not show it, so it is the one thing that a link cannot tell of.
  t.is(expected.data.meetingUrl, shown.recording.recording);
  t.is(sent!.body, real!.body);
  t.is(sent!.headers["webhook-test"], "true");
  t.is(real!.headers["webhook-test"], undefined);
});

test("a test of little has the fields of the event all the same", async (t) => {
  const { org } = t.context;
  const receiver = await startReceiver(t);
  await org.send("POST", PATH, { url: receiver.url, recording: { ...recording, name: 5 } });
  const { event, data } = JSON.parse((await receiver.has(1))[0]!.body);
  t.is(event, "recording.processed");
  const { createdAt, ...rest } = data;
  t.regex(createdAt, /^2026-03-02T12:/);
  t.deepEqual(rest, {
    id: "r-1",
    name: "",
    actionItems: "",
    notes: "",
    meetingUrl: "https://debrief.example.com/recordings/r-1",
    process: "",
    processFollowed: 0,
    processMissed: 0,
    processTotal: 0,
    status: "processed",
    duration: 0,
    summary: "",
    userEmail: "",
    clientId: null,
  });
});

test("a test answers 200 with how the delivery went, also where the receiver fails", async (t) => {
  const { org } = t.context;
  const receiver = await startReceiver(t, ({ response }, count) =>
    response.writeHead(count === 1 ? 204 : 503).end(),
  );
  const ask = async (url: string) => org.send("POST", PATH, { url, recording });
  const good = await ask(receiver.url);
  t.is(good.status, 200);
  t.is(typeof good.body.message, "string");
  const { durationMs, ...delivery } = good.body.delivery;
  t.true(Number.isInteger(durationMs));
  t.deepEqual(delivery, { delivered: true, status: 204, error: null });
  const bad = await ask(receiver.url);
  t.is(bad.status, 200);
  t.like(bad.body.delivery, { delivered: false, status: 503 });
  const none = await ask("http://127.0.0.1:1/");
  t.is(none.status, 200);
  t.like(none.body.delivery, { delivered: false, status: null });
  t.is(typeof none.body.delivery.error, "string");
});

test("a test is in the log as one, and no other webhook gets it", async (t) => {
  const { org } = t.context;
  const receiver = await startReceiver(t);
  const other = await startReceiver(t);
  await createWebhook(org, other.url);
  await org.send("POST", PATH, { url: receiver.url, recording });
  const [delivery, ...rest] = await deliveriesOf(org);
  t.like(delivery, {
    event: "recording.processed",
    test: true,
    status: "delivered",
    url: receiver.url,
    webhook: null,
    recording: null,
  });
  t.is(delivery.payload, receiver.received[0]!.body);
  t.deepEqual(rest, []);
  t.is(other.received.length, 0);
});

test("a test is signed by the organization, and by the webhook that has the URL", async (t) => {
  const { org } = t.context;
  const receiver = await startReceiver(t);
  await org.send("POST", PATH, { url: receiver.url, recording });
  const { id, secret } = await createWebhook(org, receiver.url);
  await org.send("POST", PATH, { url: receiver.url, recording });
  const signatures = (await receiver.has(2)).map(({ headers, body }) => {
    const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
    const by = (key: string): string =>
      new Webhook(key).sign(String(headers["webhook-id"]), at, body);
    return { sent: headers["webhook-signature"], own: by(secret), whole: by(org.signingSecret) };
  });
  t.is(signatures[0]!.sent, signatures[0]!.whole);
  t.is(signatures[1]!.sent, `${signatures[1]!.own} ${signatures[1]!.whole}`);
  t.is((await deliveriesOf(org))[0].webhook.id, id);
});

test("a test that is sent again is marked as one, too", async (t) => {
  const { org } = t.context;
  const receiver = await startReceiver(t);
  await createWebhook(org, receiver.url);
  await org.send("POST", PATH, { url: receiver.url, recording });
  const [{ id }] = await deliveriesOf(org);
  await org.graph("mutation ($id: ID!) { redeliver(deliveryId: $id) { id } }", { id });
  const [first, second] = await receiver.has(2);
  t.is(second!.headers["webhook-test"], "true");
  t.is(second!.body, first!.body);
});

test("what was sent of a recording in a test is erased with the recording", async (t) => {
  const { org } = t.context;
  const receiver = await startReceiver(t);
  const id = await org.processed();
  await org.send("POST", PATH, { url: receiver.url, recording: { ...recording, id, notes: "x" } });
  await org.graph("mutation ($id: ID!) { deleteRecording(id: $id) }", { id });
  const [delivery] = await deliveriesOf(org);
  t.like(delivery, { payload: "", test: true, status: "delivered" });
});

test("a test of what is no processed recording is refused, and nothing is sent", async (t) => {
  const { org } = t.context;
  const receiver = await startReceiver(t);
  const { url } = receiver;
  const cases: [body: object, code: string, field: string][] = [
    [{ recording }, "MISSING_REQUIRED_FIELD", "url"],
    [{ url }, "MISSING_REQUIRED_FIELD", "recording"],
    [{ url, recording: null }, "MISSING_REQUIRED_FIELD", "recording"],
    [{ url: 5, recording }, "INVALID_FIELD", "url"],
    [{ url, recording: "r-1" }, "INVALID_FIELD", "recording"],
    [{ url, recording: [recording] }, "INVALID_FIELD", "recording"],
    [{ url, recording: { id: "r-1" } }, "MISSING_REQUIRED_FIELD", "recording.status"],
    [{ url, recording: { ...recording, status: "received" } }, "INVALID_FIELD", "recording.status"],
    [{ url, recording: { status: "processed" } }, "MISSING_REQUIRED_FIELD", "recording.id"],
    [{ url, recording: { ...recording, id: 7 } }, "INVALID_FIELD", "recording.id"],
    [{ url, recording: { ...recording, id: "" } }, "INVALID_FIELD", "recording.id"],
  ];
  for (const [body, code, field] of cases) {
    const answer = await org.send("POST", PATH, body);
    t.is(answer.status, 400, JSON.stringify(body));
    t.like(answer.body, { code, field }, JSON.stringify(body));
  }
  t.is(receiver.received.length, 0);
  t.deepEqual(await deliveriesOf(org), []);
});

test("a test to a destination that policy forbids is refused, and nothing is sent", async (t) => {
  const { org } = t.context;
  for (const url of [
    "http://hooks.example.com/",
    "https://10.0.0.1/",
    "https://[::1]/",
    "https://169.254.169.254/latest",
    "https://user:password@example.com/",
    "ftp://example.com/",
    "no url",
  ]) {
    const answer = await org.send("POST", PATH, { url, recording });
    t.is(answer.status, 400, url);
    t.is(answer.body.field, "url", url);
  }
  t.deepEqual(await deliveriesOf(org), []);
});
