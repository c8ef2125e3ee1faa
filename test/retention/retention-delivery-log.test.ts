import {
  createWebhook,
  listDeliveries,
  markClaimed,
  waitForDeliveries,
} from "../helpers/deliveries.js";
import { startWebhookReceiver } from "../helpers/webhook-receiver.js";
import { startServer } from "../helpers/server.js";
import { test } from "../helpers/own-suite.js";

const DAY_MS = 24 * 60 * 60_000;

test("the delivery log keeps its days, and pending deliveries longer", async (t) => {
  const server = await startServer();
  t.teardown(server.stop);
  const org = await server.createTenant();
  await org.createUser();
  const receiver = await startWebhookReceiver(t);
  await createWebhook(org, receiver.url);
  await org.createProcessed();
  await org.createProcessed();
  const [waits] = await waitForDeliveries(org);
  await server.notifier.stop();
  await markClaimed(server, org, waits.id, { owner: "elsewhere 1 2 3", leaseUntil: 1e15 });
  server.clock.time += 2 * DAY_MS - 60_000;
  await org.createProcessed();
  const next = server.buildNotifier({ deliveryDays: 2, now: () => server.clock.time + 120_000 });
  await next.start();
  await receiver.waitFor(3);
  let left = await listDeliveries(org);
  while (left.length > 2 || left[0].status === "pending") left = await listDeliveries(org);
  await next.stop();
  t.deepEqual(
    left.map(({ status }) => status),
    ["delivered", "pending"],
  );
  t.is(left[1].id, waits.id);
  // The events go with the last of their deliveries.
  const events = await server.services.db("events").where("organization_id", org.id);
  t.is(events.length, 2);
});
