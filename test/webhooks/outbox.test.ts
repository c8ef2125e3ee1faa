import {
  createWebhook,
  listDeliveries,
  waitForDeliveries,
} from "../helpers/webhooks/deliveries.js";
import { startWebhookReceiver } from "../helpers/webhooks/webhook-receiver.js";
import { startServer } from "../helpers/server.js";
import { test } from "../helpers/own-suite.js";

test("an event is delivered after its change, and the log shows the result", async (t) => {
  const { org } = t.context;
  const receiver = await startWebhookReceiver(t, ({ response }) =>
    response.writeHead(202).end("thanks"),
  );
  const { id } = await createWebhook(org, receiver.url);
  const recordingId = await org.createProcessed();
  const [received] = await receiver.waitFor(1);
  const [delivery] = await waitForDeliveries(org);
  t.is(received!.body, delivery.payload);
  t.is(received!.headers["webhook-id"], delivery.id);
  t.is(received!.headers["webhook-test"], undefined);
  t.like(delivery, {
    event: "recording.processed",
    url: receiver.url,
    status: "delivered",
    delivered: true,
    webhook: { id },
    recording: { id: recordingId },
    responseStatus: 202,
    responseBody: "thanks",
    error: null,
    test: false,
    redeliveryOf: null,
  });
  t.true(delivery.attemptedAt >= delivery.createdAt);
  t.true(Number.isInteger(delivery.durationMs));
});

test("a failed delivery is a warning with its ids and the reason, a delivered one is not", async (t) => {
  const { org, server } = t.context;
  const accepting = await startWebhookReceiver(t);
  const refusing = await startWebhookReceiver(t, ({ response }) =>
    response.writeHead(500).end("canary-answer"),
  );
  const unreachable = "http://127.0.0.1:1/canary-path?canary=query";
  const webhooks: string[] = [];
  for (const url of [accepting.url, refusing.url, unreachable])
    webhooks.push((await createWebhook(org, url)).id);
  const before = server.log.length;
  await org.createProcessed({ name: "canary-call" });
  const deliveries = await waitForDeliveries(org);
  const lines = server.log.slice(before).filter(({ organization, delivery }) => {
    return organization === org.id && delivery !== undefined;
  });
  const events = (await org.get("/v1/events?since=2000-01-01")).body.events;
  const expected = [
    [30, "delivery", 200, undefined],
    [40, "delivery failed", 500, "answered 500"],
    [40, "delivery failed", null, "connection refused"],
  ] as const;
  t.is(lines.length, expected.length);
  for (const [index, [level, msg, status, error]] of expected.entries()) {
    const line = lines.find(({ webhook }) => webhook === webhooks[index])!;
    const { id } = deliveries.find(({ webhook }) => webhook.id === webhooks[index])!;
    t.like(line, { level, msg, status, delivery: id, event: events.at(-1).id });
    t.is(line["error"], error);
  }
  t.notRegex(JSON.stringify(lines), /canary/);
});

test("a failed delivery isn't retried automatically", async (t) => {
  const { org } = t.context;
  const receiver = await startWebhookReceiver(t, ({ response }) =>
    response.writeHead(500).end("broken"),
  );
  await createWebhook(org, receiver.url);
  await org.createProcessed();
  const [first] = await waitForDeliveries(org);
  t.like(first, {
    status: "failed",
    delivered: false,
    responseStatus: 500,
    responseBody: "broken",
  });
  // A retry would come before a later delivery.
  await org.createProcessed();
  t.is((await waitForDeliveries(org)).length, 2);
  t.is(receiver.received.length, 2);
});

test("a redelivery has the same body and webhook-id, and its own timestamp", async (t) => {
  const { org, server } = t.context;
  const receiver = await startWebhookReceiver(t, ({ response }, count) =>
    response.writeHead(count === 1 ? 500 : 200).end(),
  );
  await createWebhook(org, receiver.url);
  await org.createProcessed();
  const [failed] = await waitForDeliveries(org);
  // Shorter than the lease of the other tests' attempts.
  server.clock.time += 20_000;
  await org.graphql("mutation ($id: ID!) { redeliver(deliveryId: $id) { id } }", { id: failed.id });
  const [first, second] = await receiver.waitFor(2);
  t.is(second!.body, first!.body);
  t.is(second!.headers["webhook-id"], first!.headers["webhook-id"]);
  const stamp = (headers: typeof first): number => Number(headers!.headers["webhook-timestamp"]);
  t.true(stamp(second) - stamp(first) >= 20);
  t.not(second!.headers["webhook-signature"], first!.headers["webhook-signature"]);
  const [redelivered] = await waitForDeliveries(org);
  t.like(redelivered, { status: "delivered", redeliveryOf: failed.id });
});

test("pending deliveries of a process that ended are sent by the next one", async (t) => {
  const server = await startServer();
  t.teardown(server.stop);
  const org = await server.createTenant();
  await org.createUser();
  const receiver = await startWebhookReceiver(t);
  await createWebhook(org, receiver.url);
  await server.notifier.stop();
  await org.createProcessed();
  await org.createProcessed();
  t.deepEqual(
    (await listDeliveries(org)).map(({ status }) => status),
    ["pending", "pending"],
  );
  // A notifier that isn't started, as in a command, sends nothing.
  const idle = server.buildNotifier();
  const { webhooks } = await org.graphql("{ webhooks { id } }");
  idle.wake(
    org.id,
    webhooks.map(({ id }: { id: string }) => id),
  );
  await idle.stop();
  t.is(receiver.received.length, 0);
  const notifier = server.buildNotifier();
  await notifier.start();
  await receiver.waitFor(2);
  await notifier.stop();
  t.true((await waitForDeliveries(org)).every(({ delivered }) => delivered));
  t.is(receiver.received.length, 2);
});

test("deliveries that another process wrote are found without a wake-up", async (t) => {
  const { org, server } = t.context;
  const receiver = await startWebhookReceiver(t);
  await createWebhook(org, receiver.url);
  await org.createProcessed();
  const [delivery] = await waitForDeliveries(org);
  // Nothing wakes the notifier for this row.
  await server.services
    .db("deliveries")
    .where({ organization_id: org.id, id: delivery.id })
    .update({ status: "pending", claimed_by: null, lease_until: null });
  t.is((await receiver.waitFor(2)).length, 2);
  await waitForDeliveries(org);
});

test("several processes over one database share the work and send everything once", async (t) => {
  const server = await startServer();
  t.teardown(server.stop);
  const org = await server.createTenant();
  await org.createUser();
  const receivers = await Promise.all([1, 2, 3].map(async () => startWebhookReceiver(t)));
  for (const { url } of receivers) await createWebhook(org, url);
  await server.notifier.stop();
  for (let count = 0; count < 12; count += 1) await org.createProcessed();
  const notifiers = [server.buildNotifier(), server.buildNotifier(), server.buildNotifier()];
  await Promise.all(notifiers.map(async (notifier) => notifier.start()));
  await Promise.all(receivers.map(async (receiver) => receiver.waitFor(12)));
  await Promise.all(notifiers.map(async (notifier) => notifier.stop()));
  const ids = receivers.flatMap(({ received }) => received.map((one) => one.headers["webhook-id"]));
  t.is(ids.length, 36);
  t.is(new Set(ids).size, 36);
  const log = await waitForDeliveries(org);
  t.true(log.every(({ id }) => ids.includes(id)));
  t.is(log.length, 36);
});

test("stopping waits for the running attempt, records it and starts no other", async (t) => {
  const server = await startServer();
  t.teardown(server.stop);
  const org = await server.createTenant();
  await org.createUser();
  const receiver = await startWebhookReceiver(t, () => {});
  await createWebhook(org, receiver.url);
  await org.createProcessed();
  const [held] = await receiver.waitFor(1);
  await org.createProcessed();
  const stopped = server.notifier.stop();
  held!.response.end("at last");
  await stopped;
  const [second, first] = await listDeliveries(org);
  t.like(first, { status: "delivered", responseBody: "at last" });
  t.is(second.status, "pending");
  t.is(receiver.received.length, 1);
});

test("a process records its result even after its own lease expired", async (t) => {
  const server = await startServer();
  t.teardown(server.stop);
  const org = await server.createTenant();
  await org.createUser();
  const receiver = await startWebhookReceiver(t, () => {});
  await createWebhook(org, receiver.url);
  await org.createProcessed();
  const [held] = await receiver.waitFor(1);
  // The lease expires during the attempt, and the process looks for expired leases.
  server.clock.time += 60_000;
  const searched = Promise.withResolvers<void>();
  server.services.db.on("query", ({ sql }: { sql: string }) => {
    if (sql.includes("lease_until <")) searched.resolve();
  });
  await searched.promise;
  held!.response.end("ok");
  t.like((await waitForDeliveries(org))[0], { status: "delivered", responseBody: "ok" });
});

test("stopping refuses a test that still waits for a slot", async (t) => {
  const server = await startServer();
  t.teardown(server.stop);
  const org = await server.createTenant();
  const receiver = await startWebhookReceiver(t, () => {});
  const recording = { id: "r-1", status: "processed" };
  const sendTest = async () =>
    org.send("POST", "/v1/webhooks/test", { url: receiver.url, recording });
  const first = sendTest();
  await receiver.waitFor(1);
  const second = sendTest();
  // The second waits for the first: each destination starts with one slot.
  await org.get("/v1/users");
  const stopped = server.notifier.stop();
  receiver.received[0]!.response.end("ok");
  t.like((await first).body.delivery, { delivered: true });
  t.is((await second).status, 429);
  await stopped;
  t.is(receiver.received.length, 1);
  t.is((await listDeliveries(org)).length, 1);
});
