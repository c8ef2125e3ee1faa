import type { ExecutionContext } from "ava";
import { createWebhook, waitForDeliveries } from "../helpers/webhooks/deliveries.js";
import {
  type ReceivedDelivery,
  type WebhookReceiver,
  startWebhookReceiver,
} from "../helpers/webhooks/webhook-receiver.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/own-suite.js";

/** Starts receivers that don't answer until they are released. */
const startHolding = async (t: ExecutionContext, count: number) => {
  const held: { receiver: number; one: ReceivedDelivery }[] = [];
  let waiting: { count: number; resolve: () => void } | undefined;
  let isHolding = true;
  let maxHeld = 0;
  const receivers: WebhookReceiver[] = [];
  for (let receiver = 0; receiver < count; receiver += 1)
    receivers.push(
      await startWebhookReceiver(t, (one) => {
        if (!isHolding) return void one.response.end();
        held.push({ receiver, one });
        maxHeld = Math.max(maxHeld, held.length);
        if (held.length >= (waiting?.count ?? Infinity)) waiting!.resolve();
      }),
    );
  /** Answers the oldest request of this receiver. */
  const answer = (receiver: number): void => {
    const [first] = held.splice(
      held.findIndex((each) => each.receiver === receiver),
      1,
    );
    first!.one.response.end();
  };
  const release = (): void => {
    isHolding = false;
    for (const { one } of held.splice(0)) one.response.end();
  };
  t.teardown(release);
  return {
    receivers,
    held,
    /** Counts the held requests of a receiver. */
    countHeld: (receiver: number) => held.filter((each) => each.receiver === receiver).length,
    maxHeld: () => maxHeld,
    waitForHeld: async (count: number) =>
      new Promise<void>((resolve) => {
        waiting = { count, resolve };
        if (held.length >= count) resolve();
      }),
    hold: () => void (isHolding = true),
    answer,
    release,
  };
};

const QUICK_MS = 1000;

/** Creates events until every webhook is proven quick, however busy the machine is. */
const proveQuick = async (org: Tenant, makeEvent: () => Promise<unknown>): Promise<void> => {
  for (;;) {
    await makeEvent();
    const log = await waitForDeliveries(org);
    const isProven = [...Map.groupBy(log, ({ url }) => url).values()].every((deliveries) => {
      const isQuick = deliveries.map(({ durationMs }) => durationMs < QUICK_MS);
      return isQuick[0] && isQuick.filter(Boolean).length >= 2;
    });
    if (isProven) return;
  }
};

test.serial("a hanging webhook has one attempt and doesn't delay another webhook", async (t) => {
  const { org } = t.context;
  const hanging = await startHolding(t, 1);
  const good = await startWebhookReceiver(t);
  for (const { url } of [hanging.receivers[0]!, good]) await createWebhook(org, url);
  for (let count = 1; count <= 6; count += 1) {
    await org.createProcessed();
    await good.waitFor(count);
    await hanging.waitForHeld(1);
    t.is(hanging.maxHeld(), 1);
  }
  hanging.release();
  t.true((await waitForDeliveries(org)).every(({ delivered }) => delivered));
  t.is(hanging.receivers[0]!.received.length, 6);
  t.is(good.received.length, 6);
});

test.serial("a proven webhook has at most four attempts", async (t) => {
  const { org } = t.context;
  const busy = await startHolding(t, 1);
  await createWebhook(org, busy.receivers[0]!.url);
  busy.release();
  await proveQuick(org, async () => org.createProcessed());
  busy.hold();
  for (let count = 0; count < 6; count += 1) await org.createProcessed();
  await busy.waitForHeld(4);
  const other = await startWebhookReceiver(t);
  await createWebhook(org, other.url);
  await org.createProcessed();
  // Sent by a round that had room for more.
  await other.waitFor(1);
  t.is(busy.maxHeld(), 4);
  busy.release();
  t.true((await waitForDeliveries(org)).every(({ delivered }) => delivered));
});

test.serial("unproven webhooks share eight attempts and don't delay proven ones", async (t) => {
  const { org } = t.context;
  const proven = await startWebhookReceiver(t);
  await createWebhook(org, proven.url, { events: ["recording.integration_updated"] });
  const id = await org.createProcessed();
  const sync = async (): Promise<unknown> =>
    org.graphql("mutation ($id: ID!) { syncRecording(recordingId: $id) { id } }", { id });
  await proveQuick(org, sync);
  const hanging = await startHolding(t, 1);
  for (let count = 0; count < 12; count += 1) await createWebhook(org, hanging.receivers[0]!.url);
  await org.createProcessed();
  await hanging.waitForHeld(8);
  const before = proven.received.length;
  await sync();
  await proven.waitFor(before + 1);
  t.is(hanging.maxHeld(), 8);
  hanging.release();
  await waitForDeliveries(org);
  t.is(hanging.receivers[0]!.received.length, 12);
});

test.serial(
  "160 hanging webhooks don't delay the first delivery of another organization",
  async (t) => {
    const { server, org } = t.context;
    const other = await server.createTenant();
    await other.createUser();
    const hanging = await startHolding(t, 1);
    for (let count = 0; count < 160; count += 1)
      await createWebhook(org, hanging.receivers[0]!.url);
    const good = await startWebhookReceiver(t);
    await createWebhook(other, good.url);
    await org.createProcessed();
    await hanging.waitForHeld(8);
    await other.createProcessed();
    await good.waitFor(1);
    // No attempt has ended: the delivery had a place from the beginning.
    t.is(hanging.countHeld(0), 8);
    t.is(hanging.receivers[0]!.received.length, 8);
    hanging.release();
    await waitForDeliveries(org);
  },
);

test.serial(
  "at most 48 attempts of one organization run at once, and a free slot goes to the longest waiting",
  async (t) => {
    const { org } = t.context;
    const many = await startHolding(t, 13);
    for (const { url } of many.receivers) await createWebhook(org, url);
    many.release();
    await proveQuick(org, async () => org.createProcessed());
    many.hold();
    for (let count = 0; count < 5; count += 1) await org.createProcessed();
    await many.waitForHeld(48);
    const full = many.receivers.findIndex((_, receiver) => many.countHeld(receiver) === 4);
    many.answer(full);
    await many.waitForHeld(48);
    // The others have three attempts and have waited longer; all have more deliveries.
    t.is(many.countHeld(full), 3);
    t.is(many.maxHeld(), 48);
    many.release();
    await waitForDeliveries(org);
  },
);
