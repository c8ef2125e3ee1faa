import { spawnSync } from "node:child_process";
import { isOwnerGone, createOwner, retireOwner } from "../../src/notifier/owner.js";
import { createVault } from "../../src/config/vault.js";
import {
  createWebhook,
  listDeliveries,
  markClaimed,
  waitForDeliveries,
} from "../helpers/deliveries.js";
import { startWebhookReceiver } from "../helpers/webhook-receiver.js";
import { startServer } from "../helpers/server.js";
import { test } from "../helpers/own-suite.js";

/** The name of an owner whose process has that id. */
const ownerWith = (pid: number): string => {
  const parts = createOwner().split(" ");
  parts[1] = String(pid);
  return parts.join(" ");
};

const endedPid = (): number => spawnSync(process.execPath, ["-e", ""]).pid;

test("an attempt whose lease is over is interrupted, and is not made again", async (t) => {
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

test("an attempt that another process has a lease for is left to it", async (t) => {
  const { org, server } = t.context;
  const receiver = await startWebhookReceiver(t);
  await createWebhook(org, receiver.url);
  await org.createProcessed();
  const [{ id }] = await waitForDeliveries(org);
  const owner = "elsewhere 1 2 3";
  await markClaimed(server, org, id, { owner, leaseUntil: server.clock.time + 60_000 });
  const beside = server.buildNotifier();
  await beside.start();
  await beside.stop();
  t.like((await listDeliveries(org))[0], { id, status: "pending", error: null });
  t.is(receiver.received.length, 1);
});

test("a start ends at once what a process that is gone had under way", async (t) => {
  const { org, server } = t.context;
  const receiver = await startWebhookReceiver(t);
  await createWebhook(org, receiver.url);
  await org.createProcessed();
  const [{ id }] = await waitForDeliveries(org);
  const owner = ownerWith(endedPid());
  await markClaimed(server, org, id, { owner, leaseUntil: server.clock.time + 60_000 });
  const next = server.buildNotifier();
  await next.start();
  t.like((await listDeliveries(org))[0], { id, status: "failed", error: "interrupted" });
  await next.stop();
  t.is(receiver.received.length, 1);
});

test("only a process of this machine that does not run any more is gone", (t) => {
  const owner = createOwner();
  t.false(isOwnerGone(owner));
  t.true(isOwnerGone(ownerWith(endedPid())));
  // Its number is another's by now.
  t.true(isOwnerGone(ownerWith(process.ppid)));
  t.false(isOwnerGone(ownerWith(endedPid()).replace(/^\S+/, "another-machine")));
  retireOwner(owner);
  t.true(isOwnerGone(owner));
});

test("a result that comes after the interruption does not change the log", async (t) => {
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
  // The next one begins when the first has ended.
  await org.createProcessed();
  await receiver.waitFor(2);
  receiver.received[1]!.response.end();
  const log = await waitForDeliveries(org);
  t.like(log.at(-1), { id, status: "failed", error: "interrupted", responseBody: null });
});

test("a delivery whose lease is over before it is sent is not sent", async (t) => {
  const server = await startServer();
  t.teardown(server.stop);
  const org = await server.createTenant();
  await org.createUser();
  const receiver = await startWebhookReceiver(t);
  await createWebhook(org, receiver.url);
  await server.notifier.stop();
  await org.createProcessed();
  // A process that was stopped right after its claim, and goes on when the lease is long over.
  let late = 0;
  server.services.db.on("query", ({ sql }: { sql: string }) => {
    if (/SET claimed_by/.test(sql)) late = 60_000;
  });
  const slow = server.buildNotifier({ now: () => server.clock.time + late });
  await slow.start();
  const [delivery] = await waitForDeliveries(org);
  t.like(delivery, { status: "failed", error: "interrupted" });
  t.is(receiver.received.length, 0);
  await slow.stop();
});

test("a signing secret that cannot be opened fails the delivery, and is told in the log", async (t) => {
  const server = await startServer();
  t.teardown(server.stop);
  const org = await server.createTenant();
  await org.createUser();
  const receiver = await startWebhookReceiver(t);
  await createWebhook(org, receiver.url);
  await server.notifier.stop();
  await org.createProcessed();
  const other = server.buildNotifier({ vault: createVault(Buffer.alloc(32, 1)) });
  await other.start();
  const [delivery] = await waitForDeliveries(org);
  t.like(delivery, { status: "failed", error: "the signing secret cannot be opened" });
  t.true(server.log.some(({ msg }) => msg === "a signing secret cannot be opened"));
  t.is(receiver.received.length, 0);
  await other.stop();
});
