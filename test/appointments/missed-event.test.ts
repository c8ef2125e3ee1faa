import { closeWindowsAt } from "../helpers/appointments/close-windows.js";
import { pushAppointment, putAppointment } from "../helpers/appointments/push-appointment.js";
import {
  createWebhookWith,
  listDeliveryLog,
  listWebhookEvents,
} from "../helpers/webhooks/webhooks.js";
import { test } from "../helpers/paused-suite.js";
import type { Tenant } from "../helpers/server.js";

/** After the match windows of the tests. */
const LATER = "2026-03-04T10:00:00Z";

const subscribe = async (org: Tenant): Promise<string> =>
  (await createWebhookWith(org, { events: ["appointment.missed"] })).id;

test("an appointment without a recording sends appointment.missed once, without the customer's words", async (t) => {
  const { org, server } = t.context;
  const webhook = await subscribe(org);
  await pushAppointment(org, {
    event_id: "visit/1",
    end_time: "2026-03-03T11:00:00Z",
    title: "Canary roof",
    customer: { id: "crm-1", name: "Kim Canary", location: "Canary Street 1" },
  });
  await closeWindowsAt(server, org, LATER);
  await closeWindowsAt(server, org, "2026-03-05T10:00:00Z");
  const [delivery, ...others] = await listDeliveryLog(org, { webhookId: webhook });
  t.deepEqual(others, []);
  const { event, data } = JSON.parse(delivery.payload);
  t.is(event, "appointment.missed");
  const { clients } = (await org.get("/v1/clients")).body;
  t.deepEqual(data, {
    event_id: "visit/1",
    startTime: "2026-03-03T10:00:00.000Z",
    endTime: "2026-03-03T11:00:00.000Z",
    userEmail: "rep@example.com",
    clientId: clients[0].id,
    appointmentUrl: "https://debrief.example.com/appointments/visit%2F1",
  });
  t.notRegex(delivery.payload, /Canary/);
  const feed = (await org.get("/v1/events?since=2000-01-01")).body.events;
  t.deepEqual(
    feed.map(({ event: name }: { event: string }) => name),
    ["appointment.missed"],
  );
});

test("a recorded appointment sends none, nor does one that was first sent after its window", async (t) => {
  const { org, server } = t.context;
  const webhook = await subscribe(org);
  await pushAppointment(org, { event_id: "recorded" });
  await org.createProcessed({ event_id: "recorded", started_at: "2026-03-03T10:00:00Z" });
  await pushAppointment(org, { event_id: "past", start_time: "2026-03-01T10:00:00Z" });
  await closeWindowsAt(server, org, LATER);
  t.deepEqual(await listWebhookEvents(org, webhook), []);
});

test("an appointment that was missed and gets a later time can be missed again", async (t) => {
  const { org, server } = t.context;
  const webhook = await subscribe(org);
  await pushAppointment(org);
  await closeWindowsAt(server, org, LATER);
  await putAppointment(org, { start_time: "2026-03-06T10:00:00Z" });
  await closeWindowsAt(server, org, "2026-03-05T10:00:00Z");
  t.is((await listWebhookEvents(org, webhook)).length, 1);
  await closeWindowsAt(server, org, "2026-03-07T10:00:00Z");
  t.is((await listWebhookEvents(org, webhook)).length, 2);
});

test("only webhooks that list it receive it", async (t) => {
  const { org, server } = t.context;
  const webhook = (await createWebhookWith(org)).id;
  await pushAppointment(org);
  await closeWindowsAt(server, org, LATER);
  t.deepEqual(await listWebhookEvents(org, webhook), []);
});
