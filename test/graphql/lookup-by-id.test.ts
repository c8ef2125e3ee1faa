import { insertFailedDelivery, createWebhookWith } from "../helpers/webhooks.js";
import { pushAppointment } from "../helpers/push-appointment.js";
import { test } from "../helpers/paused-suite.js";

const REDELIVER = `mutation ($id: ID!) { redeliver(deliveryId: $id) { id } }`;
const DELIVERY = `query ($id: ID!) { delivery(id: $id) { id status messageId redeliveryOf } }`;
const WEBHOOK = `query ($id: ID!) { webhook(id: $id) { id lastDelivery { id } } }`;
const NAMED = `query ($id: ID!) { recording(id: $id) { requestedEventId eventId } }`;

test("a delivery is found by its id, and a redelivery says of which one it is", async (t) => {
  const { org, server } = t.context;
  const id = await insertFailedDelivery(server, org, (await createWebhookWith(org)).id);
  const { delivery: first } = await org.graphql(DELIVERY, { id });
  t.deepEqual(first, { id, status: "failed", messageId: id, redeliveryOf: null });
  const { redeliver: again } = await org.graphql(REDELIVER, { id });
  const { delivery: second } = await org.graphql(DELIVERY, again);
  t.deepEqual(second, { ...again, status: "pending", messageId: id, redeliveryOf: id });
});

test("a webhook is found by its id, with the last delivery to it", async (t) => {
  const { org, server } = t.context;
  const { id } = await createWebhookWith(org);
  await createWebhookWith(org);
  t.deepEqual((await org.graphql(WEBHOOK, { id })).webhook, { id, lastDelivery: null });
  const last = await insertFailedDelivery(server, org, id);
  t.deepEqual((await org.graphql(WEBHOOK, { id })).webhook, { id, lastDelivery: { id: last } });
});

test("a webhook or a delivery of another organization is one that does not exist", async (t) => {
  const { org, server } = t.context;
  const other = await server.createTenant("Other");
  const { id } = await createWebhookWith(other);
  t.is((await org.graphql(WEBHOOK, { id })).webhook, null);
  const delivery = await insertFailedDelivery(server, other, id);
  t.is((await org.graphql(DELIVERY, { id: delivery })).delivery, null);
  t.is((await other.graphql(DELIVERY, { id: delivery })).delivery.id, delivery);
});

test("a recording tells the event id that came with the call, also while no appointment has it", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall({ event_id: "later" });
  t.deepEqual((await org.graphql(NAMED, { id })).recording, {
    requestedEventId: "later",
    eventId: null,
  });
  await pushAppointment(org, { event_id: "later" });
  t.like((await org.graphql(NAMED, { id })).recording, { eventId: "later" });
  const other = await org.ingestCall();
  t.like((await org.graphql(NAMED, { id: other })).recording, { requestedEventId: null });
});
