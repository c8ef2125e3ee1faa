import { listDeliveries } from "../helpers/webhooks/deliveries.js";
import { startWebhookReceiver } from "../helpers/webhooks/webhook-receiver.js";
import { test } from "../helpers/suite.js";

const PATH = "/v1/webhooks/test";
const recording = { id: "r-1", status: "processed" };

test("a test without a valid processed recording is refused, and nothing is sent", async (t) => {
  const { org } = t.context;
  const receiver = await startWebhookReceiver(t);
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
  t.deepEqual(await listDeliveries(org), []);
});

test("a test to a forbidden destination is refused, and nothing is sent", async (t) => {
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
  t.deepEqual(await listDeliveries(org), []);
});

test("a test has the limits of the recording's fields", async (t) => {
  const { org } = t.context;
  const receiver = await startWebhookReceiver(t);
  const refused: [object, string][] = [
    [{ id: "r".repeat(1025) }, "recording.id"],
    [{ name: "n".repeat(1025) }, "recording.name"],
    [{ notes: "n".repeat(100_001) }, "recording.notes"],
    [{ customFields: { a: "x".repeat(17_000) } }, "recording.customFields"],
  ];
  for (const [fields, field] of refused) {
    const body = { url: receiver.url, recording: { ...recording, ...fields } };
    t.like((await org.send("POST", PATH, body)).body, { code: "INVALID_FIELD", field });
  }
  const { errors } = await org.sendGraphql(
    `mutation ($recording: JSON!) { testWebhook(url: "${receiver.url}", recording: $recording) { id } }`,
    {
      recording: { ...recording, transcript: Array.from({ length: 20 }, () => "x".repeat(60_000)) },
    },
  );
  t.like(errors?.[0]?.extensions, { code: "INVALID_FIELD", field: "recording" });
  t.is(receiver.received.length, 0);
});
