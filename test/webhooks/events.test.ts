import { readFileSync } from "node:fs";
import { contractEvents, eventNames } from "../helpers/rest/contract-events.js";
import { completeAnalysis } from "../helpers/appointments/push-appointment.js";
import { test } from "../helpers/paused-suite.js";
import {
  ingestCallFrom,
  listWebhookEvents,
  UNREACHABLE_URL,
  listDeliveryLog,
  createWebhookWith,
} from "../helpers/webhooks/webhooks.js";

const PROCESSED = "recording.processed";
const UPDATED = "recording.integration_updated";
const CREATED = "client.created";

const SYNC = `mutation ($id: ID!) { syncRecording(recordingId: $id) { id status } }`;
const CLIENT = `mutation ($id: ID!) {
  createClient(input: { recordingId: $id, name: "Ann" }) { id }
}`;

const sources = ["mobile", "dialer", "meeting", "upload"];

test("a webhook's trigger limits recording.processed to one source, or allows all", async (t) => {
  const { org } = t.context;
  const webhooks: [string, string][] = [];
  for (const trigger of ["all", ...sources])
    webhooks.push([trigger, (await createWebhookWith(org, { trigger })).id]);
  const ids: [string, string][] = [];
  for (const source of sources) {
    const id = await ingestCallFrom(org, source);
    ids.push([source, id]);
    await completeAnalysis(org, id);
  }
  const deliveries = await listDeliveryLog(org);
  t.is(deliveries.length, 2 * sources.length);
  for (const [trigger, webhookId] of webhooks)
    t.deepEqual(
      deliveries
        .filter((delivery) => delivery.webhook.id === webhookId)
        .map((delivery) => delivery.recording.id)
        .toReversed(),
      ids.filter(([source]) => trigger === "all" || trigger === source).map(([, id]) => id),
      trigger,
    );
});

test("other events are sent from every source, whatever the trigger", async (t) => {
  const { org } = t.context;
  const { id } = await createWebhookWith(org, { trigger: "mobile", events: [UPDATED, CREATED] });
  for (const source of sources) {
    const recording = await ingestCallFrom(org, source);
    await org.graphql(CLIENT, { id: recording });
    await completeAnalysis(org, recording);
    await org.graphql(SYNC, { id: recording });
  }
  t.deepEqual(
    await listWebhookEvents(org, id),
    sources.flatMap(() => [CREATED, UPDATED]),
  );
});

test("eventTypes and docs/webhooks.md list every event, and the default one is marked", async (t) => {
  const { eventTypes } = await t.context.org.graphql(
    "{ eventTypes { name description isDefault } }",
  );
  t.deepEqual(
    eventTypes.map(({ name, isDefault }: { name: string; isDefault: boolean }) => [
      name,
      isDefault,
    ]),
    eventNames.map((name) => [name, name === PROCESSED]),
  );
  for (const { name, description } of eventTypes) t.regex(description, /^[A-Z].+\.$/, name);
  const docs = readFileSync("docs/webhooks.md", "utf8");
  for (const { name } of eventTypes) t.true(docs.includes(`\n| \`${name}\` | `), name);
});

for (const events of [
  [],
  [PROCESSED],
  [UPDATED],
  [CREATED],
  [PROCESSED, UPDATED],
  [CREATED, PROCESSED],
  [UPDATED, CREATED],
  [PROCESSED, UPDATED, CREATED],
])
  test(`a webhook for ${events.join(" and ") || "no event"} receives only ${events.join(" and ") || PROCESSED}`, async (t) => {
    const { org } = t.context;
    const { id } = await createWebhookWith(org, { events });
    const withoutClient = await org.createProcessed();
    await org.graphql(SYNC, { id: withoutClient });
    const withClient = await org.ingestCall();
    await org.graphql(CLIENT, { id: withClient });
    await completeAnalysis(org, withClient);
    const expected = events.length === 0 ? [PROCESSED] : events;
    t.deepEqual(
      await listWebhookEvents(org, id),
      [PROCESSED, UPDATED, CREATED].filter((event) => expected.includes(event)),
    );
  });

test("an inactive webhook receives nothing, and each active one a delivery", async (t) => {
  const { org } = t.context;
  const off = await createWebhookWith(org, { url: `${UNREACHABLE_URL}/off`, active: false });
  const active = [
    await createWebhookWith(org, { url: `${UNREACHABLE_URL}/a` }),
    await createWebhookWith(org, { url: `${UNREACHABLE_URL}/b` }),
  ];
  // Two webhooks can have the same URL.
  active.push(await createWebhookWith(org, { url: `${UNREACHABLE_URL}/b` }));
  const recording = await org.createProcessed();
  const all = await listDeliveryLog(org);
  t.deepEqual(
    all.map((delivery) => `${delivery.webhook.id} ${delivery.url}`).toSorted(),
    active.map(({ id }, index) => `${id} ${UNREACHABLE_URL}/${["a", "b", "b"][index]}`).toSorted(),
  );
  for (const delivery of all)
    t.like(delivery, {
      event: PROCESSED,
      status: "pending",
      delivered: false,
      recording: { id: recording },
      test: false,
      redeliveryOf: null,
      attemptedAt: null,
      durationMs: null,
      responseStatus: null,
      responseBody: null,
      error: null,
    });
  t.is(new Set(all.map(({ payload }) => payload)).size, 1);
  t.deepEqual(await listWebhookEvents(org, off.id), []);
});

test("an event's first delivery to a webhook has its id as the message id", async (t) => {
  const { org, server } = t.context;
  await createWebhookWith(org);
  await createWebhookWith(org);
  await org.createProcessed();
  const rows = await server.services.db("deliveries").where("organization_id", org.id);
  t.is(rows.length, 2);
  for (const row of rows) t.is(row.message_id, row.id);
});

test("a webhook isn't sent events from before its creation or activation", async (t) => {
  const { org } = t.context;
  await org.createProcessed();
  const late = await createWebhookWith(org);
  const off = await createWebhookWith(org, { active: false });
  await org.createProcessed();
  await org.graphql(
    `mutation ($id: ID!) { updateWebhook(id: $id, input: { active: true }) { id } }`,
    { id: off.id },
  );
  await org.createProcessed();
  t.is((await listWebhookEvents(org, late.id)).length, 2);
  t.is((await listWebhookEvents(org, off.id)).length, 1);
});

test("another organization's webhooks receive nothing", async (t) => {
  const { org, server } = t.context;
  const other = await server.createTenant("Another");
  await createWebhookWith(other, { events: [PROCESSED, UPDATED, CREATED] });
  await org.graphql(SYNC, { id: await org.createProcessed() });
  t.deepEqual(await listDeliveryLog(other), []);
});

for (const event of eventNames)
  test(`a webhook for ${event} alone receives it once`, async (t) => {
    const { org } = t.context;
    const { id } = await createWebhookWith(org, { events: [event] });
    await contractEvents[event](t.context);
    t.deepEqual(await listWebhookEvents(org, id), [event]);
  });
