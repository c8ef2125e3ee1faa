import type { ExecutionContext } from "ava";
import { RETRY_DELAYS_MS } from "../../db/webhooks/retries.js";
import {
  createWebhook,
  listDeliveries,
  markClaimed,
  waitForDeliveries,
} from "../helpers/webhooks/deliveries.js";
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from "../helpers/webhooks/webhook-receiver.js";
import type { Tenant, TestServer } from "../helpers/server.js";
import { test } from "../helpers/own-suite.js";

const REDELIVER = "mutation ($id: ID!) { redeliver(deliveryId: $id) { id attempt redeliveryOf } }";
const UPDATE = `mutation ($id: ID!, $input: WebhookPatch!) {
  updateWebhook(id: $id, input: $input) { id retry failingSince }
}`;

const startFailing = async (t: Pick<ExecutionContext, "teardown">): Promise<WebhookReceiver> =>
  startWebhookReceiver(t, ({ response }) => response.writeHead(500).end());

/** Waits until the newest attempt is a retry that isn't due. */
const waitForRetry = async (org: Tenant, attempt: number) => {
  for (;;) {
    const [newest] = await listDeliveries(org);
    if (newest?.attempt === attempt && newest.attemptedAt === null) return newest;
  }
};

const dueTime = ({ dueAt }: { dueAt: string }): number => Date.parse(dueAt);

/** Creates a webhook that retries, and a call whose first attempt has failed. */
const failOnce = async (t: ExecutionContext<{ server: TestServer; org: Tenant }>) => {
  const { org } = t.context;
  const receiver = await startFailing(t);
  const webhook = await createWebhook(org, receiver.url, { retry: "standard" });
  const recordingId = await org.createProcessed();
  return { receiver, webhook, recordingId, retry: await waitForRetry(org, 2) };
};

// One test after the other: they move the clock of a server that they share.

test.serial(
  "a failure is repeated seven times at growing intervals, each attempt a delivery",
  async (t) => {
    const { org, server } = t.context;
    const receiver = await startFailing(t);
    await createWebhook(org, receiver.url, { retry: "standard" });
    await org.createProcessed();
    for (const [index, delay] of RETRY_DELAYS_MS.entries()) {
      const failedAt = server.clock.time;
      const retry = await waitForRetry(org, index + 2);
      t.true(dueTime(retry) - failedAt >= delay && dueTime(retry) - failedAt < delay + 1_000);
      server.clock.time = dueTime(retry);
      await receiver.waitFor(index + 2);
    }
    const deliveries = await waitForDeliveries(org);
    t.deepEqual(
      deliveries.map(({ attempt, status }) => [attempt, status]),
      [8, 7, 6, 5, 4, 3, 2, 1].map((attempt) => [attempt, "failed"]),
    );
    const { received } = receiver;
    t.is(received.length, 8);
    t.is(new Set(received.map(({ headers }) => headers["webhook-id"])).size, 1);
    t.is(new Set(received.map(({ body }) => body)).size, 1);
    t.is(new Set(received.map(({ headers }) => headers["webhook-timestamp"])).size, 8);
  },
);

test.serial(
  "a retry isn't sent before it is due, and the last one is the delivered one",
  async (t) => {
    const { org, server } = t.context;
    const receiver = await startWebhookReceiver(t, ({ response }, count) =>
      response.writeHead(count === 1 ? 503 : 200).end(),
    );
    await createWebhook(org, receiver.url, { retry: "standard" });
    await org.createProcessed();
    const retry = await waitForRetry(org, 2);
    server.clock.time = dueTime(retry) - 1;
    const other = server.buildNotifier();
    // A start looks for all that is due.
    await other.start();
    await other.stop();
    t.is((await listDeliveries(org))[0].attemptedAt, null);
    server.clock.time = dueTime(retry);
    await receiver.waitFor(2);
    const [second, first] = await waitForDeliveries(org);
    t.like(second, {
      attempt: 2,
      status: "delivered",
      messageId: first.messageId,
      redeliveryOf: null,
    });
    t.like(first, { attempt: 1, status: "failed", responseStatus: 503, dueAt: null });
    t.is((await listDeliveries(org)).length, 2);
  },
);

test.serial("by default, a webhook has no retries", async (t) => {
  const { org } = t.context;
  const receiver = await startFailing(t);
  await createWebhook(org, receiver.url);
  const { webhooks } = await org.graphql("{ webhooks { retry } }");
  t.deepEqual(webhooks, [{ retry: "none" }]);
  await org.createProcessed();
  t.is((await waitForDeliveries(org)).length, 1);
});

const stops: [string, (org: Tenant, id: string) => Promise<unknown>, string][] = [
  [
    "a deactivated webhook",
    async (org, id) => org.graphql(UPDATE, { id, input: { active: false } }),
    "webhook not active",
  ],
  [
    "a webhook without retries",
    async (org, id) => org.graphql(UPDATE, { id, input: { retry: "none" } }),
    "retries were turned off",
  ],
  [
    "a deleted webhook",
    async (org, id) => org.graphql("mutation ($id: ID!) { deleteWebhook(id: $id) }", { id }),
    "deleted",
  ],
];
for (const [what, stop, error] of stops)
  test.serial(`${what} gets no retry`, async (t) => {
    const { org, server } = t.context;
    const { receiver, webhook, retry } = await failOnce(t);
    await stop(org, webhook.id);
    t.like((await listDeliveries(org))[0], { id: retry.id, status: "failed", error });
    server.clock.time = dueTime(retry);
    const other = server.buildNotifier();
    await other.start();
    await other.stop();
    t.is(receiver.received.length, 1);
    t.is((await waitForDeliveries(org)).length, 2);
  });

test.serial("a retry goes to the webhook's new URL", async (t) => {
  const { org, server } = t.context;
  const { webhook, retry } = await failOnce(t);
  const working = await startWebhookReceiver(t);
  await org.graphql(UPDATE, { id: webhook.id, input: { url: working.url } });
  server.clock.time = dueTime(retry);
  await working.waitFor(1);
  t.like((await waitForDeliveries(org))[0], {
    id: retry.id,
    url: working.url,
    status: "delivered",
  });
});

test.serial("a redelivery makes the waiting retry due", async (t) => {
  const { org } = t.context;
  const { receiver, retry } = await failOnce(t);
  const [, first] = await listDeliveries(org);
  const { redeliver } = await org.graphql(REDELIVER, { id: first.id });
  t.deepEqual(redeliver, { id: retry.id, attempt: 2, redeliveryOf: first.id });
  await receiver.waitFor(2);
  t.like(await waitForRetry(org, 3), { redeliveryOf: null });
  t.is((await listDeliveries(org)).length, 3);
});

test.serial("a redelivery of the waiting retry makes it due", async (t) => {
  const { org } = t.context;
  const { receiver, retry } = await failOnce(t);
  const { redeliver } = await org.graphql(REDELIVER, { id: retry.id });
  t.deepEqual(redeliver, { id: retry.id, attempt: 2, redeliveryOf: null });
  await receiver.waitFor(2);
});

test.serial("a message with an attempt under way can't be redelivered", async (t) => {
  const { org, server } = t.context;
  const { retry } = await failOnce(t);
  const [, first] = await listDeliveries(org);
  await server.services
    .db("deliveries")
    .where({ organization_id: org.id, id: retry.id })
    .update({
      is_waiting: 0,
      claimed_by: "elsewhere 1 2 3",
      lease_until: server.clock.time + 60_000,
    });
  const error = await t.throwsAsync(org.graphql(REDELIVER, { id: first.id }));
  t.regex(error.message, /Attempt 2 of this delivery is pending/);
});

test.serial("a redelivery after the last attempt starts again", async (t) => {
  const { org, server } = t.context;
  const { retry } = await failOnce(t);
  await server.services
    .db("deliveries")
    .where({ organization_id: org.id, id: retry.id })
    .update({ is_waiting: 0, status: "failed", error: "answered 500", attempt: 8 });
  const { redeliver } = await org.graphql(REDELIVER, { id: retry.id });
  t.like(redeliver, { attempt: 1, redeliveryOf: retry.id });
  t.like(await waitForRetry(org, 2), { messageId: retry.messageId });
});

test.serial("an interrupted attempt is repeated", async (t) => {
  const { org, server } = t.context;
  const receiver = await startWebhookReceiver(t);
  await createWebhook(org, receiver.url, { retry: "standard" });
  await org.createProcessed();
  const [{ id }] = await waitForDeliveries(org);
  const claim = { owner: "elsewhere 1 2 3", leaseUntil: server.clock.time - 1 };
  await markClaimed(server, org, id, claim);
  const retry = await waitForRetry(org, 2);
  const [, first] = await listDeliveries(org);
  t.like(first, { id, status: "failed", error: "interrupted" });
  server.clock.time = dueTime(retry);
  await receiver.waitFor(2);
  t.like((await waitForDeliveries(org))[0], { status: "delivered", attempt: 2 });
});

test.serial("a deleted recording cancels the retries of its events", async (t) => {
  const { org, server } = t.context;
  const { receiver, recordingId, retry } = await failOnce(t);
  await org.graphql("mutation ($id: ID!) { deleteRecording(id: $id) }", { id: recordingId });
  t.like((await listDeliveries(org))[0], { id: retry.id, status: "failed", error: "deleted" });
  server.clock.time = dueTime(retry);
  const other = server.buildNotifier();
  await other.start();
  await other.stop();
  t.is(receiver.received.length, 1);
});

test.serial("a test is never repeated", async (t) => {
  const { org } = t.context;
  const receiver = await startFailing(t);
  const { id } = await createWebhook(org, receiver.url, { retry: "standard" });
  const recording = { id: "sample", status: "processed" };
  await org.graphql(
    `mutation ($url: String!, $recording: JSON!, $id: ID) {
      testWebhook(url: $url, recording: $recording, webhookId: $id) { id }
    }`,
    { url: receiver.url, recording, id },
  );
  const [{ id: tested }] = await waitForDeliveries(org);
  await org.graphql(REDELIVER, { id: tested });
  await receiver.waitFor(2);
  t.is((await waitForDeliveries(org)).length, 2);
});

test.serial("failingSince is the first failure after a success", async (t) => {
  const { org } = t.context;
  let status = 500;
  const receiver = await startWebhookReceiver(t, ({ response }) =>
    response.writeHead(status).end(),
  );
  const { id } = await createWebhook(org, receiver.url);
  const loadFailingSince = async (): Promise<string | null> =>
    (await org.graphql("query ($id: ID!) { webhook(id: $id) { failingSince } }", { id })).webhook
      .failingSince;
  t.is(await loadFailingSince(), null);
  await org.createProcessed();
  await waitForDeliveries(org);
  const first = await loadFailingSince();
  t.truthy(first);
  await org.createProcessed();
  await waitForDeliveries(org);
  t.is(await loadFailingSince(), first);
  status = 200;
  await org.createProcessed();
  await waitForDeliveries(org);
  t.is(await loadFailingSince(), null);
  status = 500;
  await org.createProcessed();
  await waitForDeliveries(org);
  t.truthy(await loadFailingSince());
  const { updateWebhook } = await org.graphql(UPDATE, {
    id,
    input: { url: `${receiver.url}/new` },
  });
  t.is(updateWebhook.failingSince, null);
});

// Last, because it stops the notifier of the server.
test.serial("two redeliveries from before the retries lead to one retry", async (t) => {
  const { org, server } = t.context;
  const receiver = await startFailing(t);
  const { id } = await createWebhook(org, receiver.url);
  await org.createProcessed();
  const [first] = await waitForDeliveries(org);
  await server.notifier.stop();
  for (let count = 1; count <= 2; count += 1) await org.graphql(REDELIVER, { id: first.id });
  await org.graphql(UPDATE, { id, input: { retry: "standard" } });
  const other = server.buildNotifier();
  await other.start();
  await receiver.waitFor(3);
  const retry = await waitForRetry(org, 2);
  await other.stop();
  const all = await listDeliveries(org);
  t.deepEqual(
    all.filter(({ attempt }) => attempt === 2).map((delivery) => delivery.id),
    [retry.id],
  );
});
