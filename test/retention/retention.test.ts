import {
  createWebhook,
  deliveriesOf,
  leaveClaimed,
  settledDeliveries,
} from "./helpers/deliveries.js";
import { startReceiver } from "./helpers/receiver.js";
import { startServer } from "./helpers/server.js";
import { test } from "./helpers/own.js";

const DAY_MS = 24 * 60 * 60_000;

test("the log keeps its days, and what still waits for longer", async (t) => {
  const server = await startServer();
  t.teardown(server.stop);
  const org = await server.tenant();
  await org.user();
  const receiver = await startReceiver(t);
  await createWebhook(org, receiver.url);
  await org.processed();
  await org.processed();
  const [waits] = await settledDeliveries(org);
  await server.notifier.stop();
  await leaveClaimed(server, org, waits.id, { owner: "elsewhere 1 2 3", leaseUntil: 1e15 });
  server.clock.time += 2 * DAY_MS - 60_000;
  await org.processed();
  const next = server.another({ deliveryDays: 2, now: () => server.clock.time + 120_000 });
  await next.start();
  await receiver.has(3);
  let left = await deliveriesOf(org);
  while (left.length > 2 || left[0].status === "pending") left = await deliveriesOf(org);
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
