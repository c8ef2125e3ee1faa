import { insertFailedDelivery, createWebhookWith } from "../helpers/webhooks/webhooks.js";
import { pushAppointment } from "../helpers/appointments/push-appointment.js";
import { test } from "../helpers/paused-suite.js";

const REDELIVER = `mutation ($id: ID!) { redeliver(deliveryId: $id) { id } }`;
const DELIVERY = `query ($id: ID!) { delivery(id: $id) { id status messageId redeliveryOf } }`;
const WEBHOOK = `query ($id: ID!) { webhook(id: $id) { id lastDelivery { id } } }`;
const EVENT_IDS = `query ($id: ID!) { recording(id: $id) { requestedEventId eventId } }`;

test("a delivery is found by ID, and a redelivery names its original", async (t) => {
  const { org, server } = t.context;
  const id = await insertFailedDelivery(server, org, (await createWebhookWith(org)).id);
  const { delivery: first } = await org.graphql(DELIVERY, { id });
  t.deepEqual(first, { id, status: "failed", messageId: id, redeliveryOf: null });
  const { redeliver: redelivery } = await org.graphql(REDELIVER, { id });
  const { delivery: second } = await org.graphql(DELIVERY, redelivery);
  t.deepEqual(second, { ...redelivery, status: "pending", messageId: id, redeliveryOf: id });
});

test("a webhook is found by ID, with its last delivery", async (t) => {
  const { org, server } = t.context;
  const { id } = await createWebhookWith(org);
  await createWebhookWith(org);
  t.deepEqual((await org.graphql(WEBHOOK, { id })).webhook, { id, lastDelivery: null });
  const last = await insertFailedDelivery(server, org, id);
  t.deepEqual((await org.graphql(WEBHOOK, { id })).webhook, { id, lastDelivery: { id: last } });
});

test("another organization's webhooks and deliveries are not found", async (t) => {
  const { org, server } = t.context;
  const other = await server.createTenant("Other");
  const { id } = await createWebhookWith(other);
  t.is((await org.graphql(WEBHOOK, { id })).webhook, null);
  const delivery = await insertFailedDelivery(server, other, id);
  t.is((await org.graphql(DELIVERY, { id: delivery })).delivery, null);
  t.is((await other.graphql(DELIVERY, { id: delivery })).delivery.id, delivery);
});

test("a recording shows the requested event ID even before its appointment exists", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall({ event_id: "later" });
  t.deepEqual((await org.graphql(EVENT_IDS, { id })).recording, {
    requestedEventId: "later",
    eventId: null,
  });
  await pushAppointment(org, { event_id: "later" });
  t.like((await org.graphql(EVENT_IDS, { id })).recording, { eventId: "later" });
  const other = await org.ingestCall();
  t.like((await org.graphql(EVENT_IDS, { id: other })).recording, { requestedEventId: null });
});
