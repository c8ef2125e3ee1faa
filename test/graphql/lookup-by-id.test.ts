import { storeDelivery, webhook } from "./helpers/webhooks.js";
import { push } from "./helpers/pushes.js";
import { test } from "./helpers/still.js";

const REDELIVER = `mutation ($id: ID!) { redeliver(deliveryId: $id) { id } }`;
const DELIVERY = `query ($id: ID!) { delivery(id: $id) { id status messageId redeliveryOf } }`;
const WEBHOOK = `query ($id: ID!) { webhook(id: $id) { id lastDelivery { id } } }`;
const NAMED = `query ($id: ID!) { recording(id: $id) { requestedEventId eventId } }`;

test("a delivery is found by its id, and a redelivery says of which one it is", async (t) => {
  const { org, server } = t.context;
  const id = await storeDelivery(server, org, (await webhook(org)).id);
  const { delivery: first } = await org.graph(DELIVERY, { id });
  t.deepEqual(first, { id, status: "failed", messageId: id, redeliveryOf: null });
  const { redeliver: again } = await org.graph(REDELIVER, { id });
  const { delivery: second } = await org.graph(DELIVERY, again);
  t.deepEqual(second, { ...again, status: "pending", messageId: id, redeliveryOf: id });
});

test("a webhook is found by its id, with the last delivery to it", async (t) => {
  const { org, server } = t.context;
  const { id } = await webhook(org);
  await webhook(org);
  t.deepEqual((await org.graph(WEBHOOK, { id })).webhook, { id, lastDelivery: null });
  const last = await storeDelivery(server, org, id);
  t.deepEqual((await org.graph(WEBHOOK, { id })).webhook, { id, lastDelivery: { id: last } });
});

test("a webhook or a delivery of another organization is one that does not exist", async (t) => {
  const { org, server } = t.context;
  const other = await server.tenant("Other");
  const { id } = await webhook(other);
  t.is((await org.graph(WEBHOOK, { id })).webhook, null);
  const delivery = await storeDelivery(server, other, id);
  t.is((await org.graph(DELIVERY, { id: delivery })).delivery, null);
  t.is((await other.graph(DELIVERY, { id: delivery })).delivery.id, delivery);
});

test("a recording tells the event id that came with the call, also while no appointment has it", async (t) => {
  const { org } = t.context;
  const id = await org.call({ event_id: "later" });
  t.deepEqual((await org.graph(NAMED, { id })).recording, {
    requestedEventId: "later",
    eventId: null,
  });
  await push(org, { event_id: "later" });
  t.like((await org.graph(NAMED, { id })).recording, { eventId: "later" });
  const other = await org.call();
  t.like((await org.graph(NAMED, { id: other })).recording, { requestedEventId: null });
});
