import { spawnSync } from "node:child_process";
import { isOwnerDead, createOwner, retireOwner } from "../../src/base/workers/owner.js";
import { createVault } from "../../src/base/config/vault.js";
import {
  createWebhook,
  listDeliveries,
  markClaimed,
  waitForDeliveries,
} from "../helpers/webhooks/deliveries.js";
import { startWebhookReceiver } from "../helpers/webhooks/webhook-receiver.js";
import { startServer } from "../helpers/server.js";
import { test } from "../helpers/own-suite.js";

/** Builds the name of an owner whose process has that id. */
const buildOwner = (pid: number): string => {
  const parts = createOwner().split(" ");
  parts[1] = String(pid);
  return parts.join(" ");
};

const spawnEndedPid = (): number => spawnSync(process.execPath, ["-e", ""]).pid;

test("an attempt whose lease expired is interrupted and isn't retried", async (t) => {
  const { org, server } = t.context;
  const receiver = await startWebhookReceiver(t);
  await createWebhook(org, receiver.url);
  await org.createProcessed();
  const [{ id }] = await waitForDeliveries(org);
  const owner = "elsewhere 1 2 3";
  await markClaimed(server, org, id, { owner, leaseUntil: server.clock.time - 1 });
  const [delivery] = await waitForDeliveries(org);
  t.like(delivery, { id, status: "failed", delivered: false, error: "interrupted" });
  await org.createProcessed();
  await waitForDeliveries(org);
  t.is(receiver.received.length, 2);
});

// Each of the two starts a notifier, which interrupts the attempts of every ended process.
test.serial("an attempt that another process leases is left to it", async (t) => {
  const { org, server } = t.context;
  const receiver = await startWebhookReceiver(t);
  await createWebhook(org, receiver.url);
  await org.createProcessed();
  const [{ id }] = await waitForDeliveries(org);
  const owner = "elsewhere 1 2 3";
  await markClaimed(server, org, id, { owner, leaseUntil: server.clock.time + 60_000 });
  const other = server.buildNotifier();
  await other.start();
  await other.stop();
  t.like((await listDeliveries(org))[0], { id, status: "pending", error: null });
  t.is(receiver.received.length, 1);
});

test.serial("a starting process interrupts the attempts of a process that ended", async (t) => {
  const { org, server } = t.context;
  const receiver = await startWebhookReceiver(t);
  await createWebhook(org, receiver.url);
  await org.createProcessed();
  const [{ id }] = await waitForDeliveries(org);
  const owner = buildOwner(spawnEndedPid());
  await markClaimed(server, org, id, { owner, leaseUntil: server.clock.time + 60_000 });
  const notifier = server.buildNotifier();
  const linesBefore = server.log.length;
  await notifier.start();
  t.like((await listDeliveries(org))[0], { id, status: "failed", error: "interrupted" });
  const line = server.log.slice(linesBefore).find(({ msg }) => msg === "interrupted");
  t.like(line, { deliveries: 1, organizations: [org.id] });
  await notifier.stop();
  t.is(receiver.received.length, 1);
});

test("only an ended process of this machine counts as dead", (t) => {
  const owner = createOwner();
  t.false(isOwnerDead(owner));
  t.true(isOwnerDead(buildOwner(spawnEndedPid())));
  // Another process has its process id now.
  t.true(isOwnerDead(buildOwner(process.ppid)));
  t.false(isOwnerDead(buildOwner(spawnEndedPid()).replace(/^\S+/, "another-machine")));
  retireOwner(owner);
  t.true(isOwnerDead(owner));
});

test("a result that comes after the interruption doesn't change the log", async (t) => {
  const { org, server } = t.context;
  const receiver = await startWebhookReceiver(t, () => {});
  await createWebhook(org, receiver.url);
  await org.createProcessed();
  const [held] = await receiver.waitFor(1);
  const [{ id }] = await listDeliveries(org);
  await server.services
    .db("deliveries")
    .where({ organization_id: org.id, id })
    .update({ status: "failed", error: "interrupted" });
  held!.response.end("late");
  // The next attempt begins when the first has ended.
  await org.createProcessed();
  await receiver.waitFor(2);
  receiver.received[1]!.response.end();
  const log = await waitForDeliveries(org);
  t.like(log.at(-1), { id, status: "failed", error: "interrupted", responseBody: null });
});

test("a delivery whose lease expires before the attempt isn't sent", async (t) => {
  const server = await startServer();
  t.teardown(server.stop);
  const org = await server.createTenant();
  await org.createUser();
  const receiver = await startWebhookReceiver(t);
  await createWebhook(org, receiver.url);
  await server.notifier.stop();
  await org.createProcessed();
  // Simulates a process that pauses right after its claim until the lease has expired.
  let pauseMs = 0;
  server.services.db.on("query", ({ sql }: { sql: string }) => {
    if (/SET claimed_by/.test(sql)) pauseMs = 60_000;
  });
  const outcomes: unknown[] = [];
  const slow = server.buildNotifier({
    now: () => server.clock.time + pauseMs,
    onAttemptEnded: (outcome) => void outcomes.push(outcome),
  });
  await slow.start();
  const [delivery] = await waitForDeliveries(org);
  const error = "the claim expired before the attempt";
  t.like(delivery, { status: "failed", error });
  t.like(outcomes, [{ error, attempted: false, timedOut: false }]);
  t.is(receiver.received.length, 0);
  await slow.stop();
});

test("a signing secret that can't be opened fails the delivery and is logged", async (t) => {
  const server = await startServer();
  t.teardown(server.stop);
  const org = await server.createTenant();
  await org.createUser();
  const receiver = await startWebhookReceiver(t);
  await createWebhook(org, receiver.url);
  await server.notifier.stop();
  await org.createProcessed();
  const outcomes: unknown[] = [];
  const other = server.buildNotifier({
    vault: createVault(Buffer.alloc(32, 1)),
    onAttemptEnded: (outcome) => void outcomes.push(outcome),
  });
  await other.start();
  const [delivery] = await waitForDeliveries(org);
  t.like(delivery, { status: "failed", error: "the signing secret cannot be opened" });
  t.like(outcomes, [{ attempted: false }]);
  t.true(server.log.some(({ msg }) => msg === "a signing secret cannot be opened"));
  t.is(receiver.received.length, 0);
  await other.stop();
});

test("a webhook whose stored previous secrets are damaged fails its deliveries alone", async (t) => {
  const { org, server } = t.context;
  const receiver = await startWebhookReceiver(t);
  const { id } = await createWebhook(org, receiver.url);
  await createWebhook(org, receiver.url);
  await server.services
    .db("webhooks")
    .where({ organization_id: org.id, id })
    .update({ previous_secrets: "[[" });
  await org.createProcessed();
  const deliveries = await waitForDeliveries(org);
  t.deepEqual(deliveries.map(({ status, error }) => `${status}: ${error}`).toSorted(), [
    "delivered: null",
    "failed: the signing secret cannot be opened",
  ]);
});

test("a rotation repairs a webhook whose secret can't be opened", async (t) => {
  const { org, server } = t.context;
  const receiver = await startWebhookReceiver(t);
  const { id } = await createWebhook(org, receiver.url);
  const secret = createVault(Buffer.alloc(32, 1)).seal("whsec_AA==");
  await server.services.db("webhooks").where({ organization_id: org.id, id }).update({ secret });
  await org.graphql(`mutation { rotateWebhookSecret(id: "${id}") { signingSecret } }`);
  const linesBefore = server.log.length;
  await org.createProcessed();
  t.like(await waitForDeliveries(org), [{ status: "delivered" }]);
  const message = "a previous signing secret cannot be opened";
  const line = server.log.slice(linesBefore).find(({ msg }) => msg === message);
  t.like(line, { webhook: id, level: 40 });
  // The webhook's new secret and the organization's.
  const signatures = String(receiver.received[0]!.headers["webhook-signature"]).split(" ");
  t.is(signatures.length, 2);
});

test("a test of a webhook whose secret can't be opened fails and names the cause", async (t) => {
  const { org, server } = t.context;
  const receiver = await startWebhookReceiver(t);
  const { id } = await createWebhook(org, receiver.url);
  const secret = createVault(Buffer.alloc(32, 1)).seal("whsec_AA==");
  await server.services.db("webhooks").where({ organization_id: org.id, id }).update({ secret });
  const recording = { id: "r-1", status: "processed" };
  const document = `mutation ($url: String!, $recording: JSON!) {
    testWebhook(url: $url, recording: $recording) { delivered error webhook { id } }
  }`;
  const { testWebhook } = await org.graphql(document, { url: receiver.url, recording });
  const error = "the signing secret cannot be opened";
  t.deepEqual(testWebhook, { delivered: false, error, webhook: { id } });
  t.like(await listDeliveries(org), [{ status: "failed", error, test: true }]);
  t.is(receiver.received.length, 0);
});
