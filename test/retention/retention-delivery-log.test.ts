import {
  createWebhook,
  listDeliveries,
  markClaimed,
  waitForDeliveries,
} from "../helpers/webhooks/deliveries.js";
import { startWebhookReceiver } from "../helpers/webhooks/webhook-receiver.js";
import { startServer } from "../helpers/server.js";
import { test } from "../helpers/own-suite.js";

const DAY_MS = 24 * 60 * 60_000;

test("the delivery log keeps deliveries for its days, and pending ones longer", async (t) => {
  const server = await startServer();
  t.teardown(server.stop);
  const org = await server.createTenant();
  await org.createUser();
  const receiver = await startWebhookReceiver(t);
  await createWebhook(org, receiver.url);
  await org.createProcessed();
  await org.createProcessed();
  const [waiting] = await waitForDeliveries(org);
  await server.notifier.stop();
  await markClaimed(server, org, waiting.id, { owner: "elsewhere 1 2 3", leaseUntil: 1e15 });
  server.clock.time += 2 * DAY_MS - 60_000;
  await org.createProcessed();
  const notifier = server.buildNotifier({
    deliveryDays: 2,
    now: () => server.clock.time + 120_000,
  });
  await notifier.start();
  await receiver.waitFor(3);
  let remaining = await listDeliveries(org);
  while (remaining.length > 2 || remaining[0].status === "pending")
    remaining = await listDeliveries(org);
  await notifier.stop();
  t.deepEqual(
    remaining.map(({ status }) => status),
    ["delivered", "pending"],
  );
  t.is(remaining[1].id, waiting.id);
  // An event is deleted with its last delivery.
  const events = await server.services.db("events").where("organization_id", org.id);
  t.is(events.length, 2);
});
