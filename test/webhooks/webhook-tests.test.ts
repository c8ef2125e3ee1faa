import { Webhook } from "standardwebhooks";
import { createWebhook, listDeliveries } from "../helpers/webhooks/deliveries.js";
import { startWebhookReceiver } from "../helpers/webhooks/webhook-receiver.js";
import { test } from "../helpers/suite.js";
import { createTemplate } from "../helpers/analysis/templates.js";

const PATH = "/v1/webhooks/test";
const recording = { id: "r-1", status: "processed" };

test("the body of a test equals the real event's, byte for byte", async (t) => {
  const { org } = t.context;
  const receiver = await startWebhookReceiver(t);
  await createWebhook(org, receiver.url);
  await org.send("POST", "/v1/scheduled-tasks", {
    event_id: "e-1",
    user_email: "rep@example.com",
    start_time: "2026-03-02T10:00:00Z",
    customer: { id: "c-1", name: "Ann" },
  });
  const template = await createTemplate(org, "Greeted?", "Priced?", "Booked?", "Thanked?");
  const [greeted, priced, booked] = template.questions.map(({ id }) => id);
  const id = await org.createProcessed(
    { event_id: "e-1", custom_fields: { deal: { size: 5 }, name: "not this", process: 1 } },
    {
      notes: "Notes.",
      actionItems: [{ text: "Call back" }, { kind: "client", text: "Sign" }],
      coaching: "Ask more.",
      templateId: template.id,
      process: {
        summary: "Half of it.",
        answers: [
          { questionId: greeted, answer: "Warmly", yes: true },
          { questionId: priced, yes: true },
          { questionId: booked, answer: "Not yet", yes: false },
        ],
      },
    },
  );
  await receiver.waitFor(1);
  const { body: shown } = await org.get(`/v1/recordings/${id}`);
  const answer = await org.send("POST", PATH, { url: receiver.url, recording: shown.recording });
  t.is(answer.status, 200, answer.text);
  const [real, sent] = await receiver.waitFor(2);
  const expected = JSON.parse(real!.body);
  t.is(expected.data.event_id, "e-1");
  t.is(expected.data.meetingUrl, shown.recording.recording);
  t.is(sent!.body, real!.body);
  t.is(sent!.headers["webhook-test"], "true");
  t.is(real!.headers["webhook-test"], undefined);
});

test("a test with few fields has all fields of the event", async (t) => {
  const { org } = t.context;
  const receiver = await startWebhookReceiver(t);
  await org.send("POST", PATH, { url: receiver.url, recording: { ...recording, name: 5 } });
  const { event, data } = JSON.parse((await receiver.waitFor(1))[0]!.body);
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

test("a test returns 200 with the delivery's result, even if the receiver fails", async (t) => {
  const { org } = t.context;
  const receiver = await startWebhookReceiver(t, ({ response }, count) =>
    response.writeHead(count === 1 ? 204 : 503).end(),
  );
  const sendTest = async (url: string) => org.send("POST", PATH, { url, recording });
  const delivered = await sendTest(receiver.url);
  t.is(delivered.status, 200);
  t.is(typeof delivered.body.message, "string");
  const { durationMs, ...delivery } = delivered.body.delivery;
  t.true(Number.isInteger(durationMs));
  t.deepEqual(delivery, { delivered: true, status: 204, error: null });
  const failed = await sendTest(receiver.url);
  t.is(failed.status, 200);
  t.like(failed.body.delivery, { delivered: false, status: 503 });
  const unreachable = await sendTest("http://127.0.0.1:1/");
  t.is(unreachable.status, 200);
  t.like(unreachable.body.delivery, { delivered: false, status: null });
  t.is(typeof unreachable.body.delivery.error, "string");
});

test("a test is logged as a test, and no other webhook receives it", async (t) => {
  const { org } = t.context;
  const receiver = await startWebhookReceiver(t);
  const other = await startWebhookReceiver(t);
  await createWebhook(org, other.url);
  await org.send("POST", PATH, { url: receiver.url, recording });
  const [delivery, ...rest] = await listDeliveries(org);
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

test("a test is signed by the organization, and by the webhook with that URL", async (t) => {
  const { org } = t.context;
  const receiver = await startWebhookReceiver(t);
  await org.send("POST", PATH, { url: receiver.url, recording });
  const { id, secret } = await createWebhook(org, receiver.url);
  await org.send("POST", PATH, { url: receiver.url, recording });
  const signatures = (await receiver.waitFor(2)).map(({ headers, body }) => {
    const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
    const sign = (key: string): string =>
      new Webhook(key).sign(String(headers["webhook-id"]), at, body);
    return {
      sent: headers["webhook-signature"],
      own: sign(secret),
      organization: sign(org.signingSecret),
    };
  });
  t.is(signatures[0]!.sent, signatures[0]!.organization);
  t.is(signatures[1]!.sent, `${signatures[1]!.own} ${signatures[1]!.organization}`);
  t.is((await listDeliveries(org))[0].webhook.id, id);
});

test("a redelivered test is marked as a test", async (t) => {
  const { org } = t.context;
  const receiver = await startWebhookReceiver(t);
  await createWebhook(org, receiver.url);
  await org.send("POST", PATH, { url: receiver.url, recording });
  const [{ id }] = await listDeliveries(org);
  await org.graphql("mutation ($id: ID!) { redeliver(deliveryId: $id) { id } }", { id });
  const [first, second] = await receiver.waitFor(2);
  t.is(second!.headers["webhook-test"], "true");
  t.is(second!.body, first!.body);
});

test("erasing a recording erases the payloads of its tests", async (t) => {
  const { org } = t.context;
  const receiver = await startWebhookReceiver(t);
  const id = await org.createProcessed();
  await org.send("POST", PATH, { url: receiver.url, recording: { ...recording, id, notes: "x" } });
  await org.graphql("mutation ($id: ID!) { deleteRecording(id: $id) }", { id });
  const [delivery] = await listDeliveries(org);
  t.like(delivery, { payload: "", test: true, status: "delivered" });
});

test("a test of a hanging receiver doesn't delay another test", async (t) => {
  const { org } = t.context;
  const hanging = await startWebhookReceiver(t, () => {});
  const healthy = await startWebhookReceiver(t);
  const stuck = org.send("POST", PATH, { url: hanging.url, recording });
  await hanging.waitFor(1);
  const answer = await org.send("POST", PATH, { url: healthy.url, recording });
  t.true(answer.body.delivery.delivered);
  hanging.received[0]!.response.end();
  t.true((await stuck).body.delivery.delivered);
});

test("an organization with too many running tests gets 429, and another doesn't", async (t) => {
  const { org, server } = t.context;
  const hanging = await startWebhookReceiver(t, () => {});
  const other = await server.createTenant();
  const healthy = await startWebhookReceiver(t);
  const answers = Array.from({ length: 9 }, async () =>
    org.send("POST", PATH, { url: hanging.url, recording }),
  );
  const late = await Promise.race(answers);
  t.is(late.status, 429);
  t.is(late.body.code, "RATE_LIMITED");
  t.regex(late.headers.get("retry-after") ?? "", /^\d+$/);
  const healthyAnswer = await other.send("POST", PATH, { url: healthy.url, recording });
  t.true(healthyAnswer.body.delivery.delivered);
  for (let count = 1; count <= 8; count += 1)
    (await hanging.waitFor(count))[count - 1]!.response.end();
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  t.is(statuses.filter((status) => status === 200).length, 8);
  t.is((await listDeliveries(org)).length, 8);
});

test("after a rotation, a test is signed with the old secret too", async (t) => {
  const { org } = t.context;
  const receiver = await startWebhookReceiver(t);
  const { id } = await createWebhook(org, receiver.url);
  await org.graphql("mutation ($id: ID!) { rotateWebhookSecret(id: $id) { signingSecret } }", {
    id,
  });
  await org.createProcessed();
  await receiver.waitFor(1);
  await org.send("POST", PATH, { url: receiver.url, recording });
  for (const { headers } of await receiver.waitFor(2))
    t.is(String(headers["webhook-signature"]).split(" ").length, 3);
});

test("a test can name the webhook that signs it; by default, an active one does", async (t) => {
  const { org } = t.context;
  const receiver = await startWebhookReceiver(t);
  const idle = await createWebhook(org, receiver.url, { active: false });
  const active = await createWebhook(org, receiver.url);
  const sendTest = async (webhookId?: string) =>
    (
      await org.graphql(
        `mutation ($url: String!, $recording: JSON!, $webhookId: ID) {
          testWebhook(url: $url, recording: $recording, webhookId: $webhookId) { webhook { id } }
        }`,
        { url: receiver.url, recording, webhookId },
      )
    ).testWebhook.webhook.id;
  t.is(await sendTest(), active.id);
  t.is(await sendTest(idle.id), idle.id);
  const { errors } = await org.sendGraphql(
    `mutation { testWebhook(url: "${receiver.url}", recording: { id: "r", status: "processed" }, webhookId: "no") { id } }`,
  );
  t.like(errors?.[0], { message: "Webhook not found", extensions: { code: "NOT_FOUND" } });
});
