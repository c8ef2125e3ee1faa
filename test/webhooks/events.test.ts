import { complete } from "./helpers/pushes.js";
import { test } from "./helpers/still.js";
import { callFrom, eventsOf, HOOK, log, webhook } from "./helpers/webhooks.js";

const PROCESSED = "recording.processed";
const UPDATED = "recording.integration_updated";
const CREATED = "client.created";

const SYNC = `mutation ($id: ID!) { syncRecording(recordingId: $id) { id status } }`;
const CLIENT = `mutation ($id: ID!) {
  createClient(input: { recordingId: $id, name: "Ann" }) { id }
}`;

const sources = ["mobile", "dialer", "meeting", "upload"];

test("a webhook's trigger lets recording.processed through from its source only, or from all", async (t) => {
  const { org } = t.context;
  const webhooks: [string, string][] = [];
  for (const trigger of ["all", ...sources])
    webhooks.push([trigger, (await webhook(org, { trigger })).id]);
  const ids: [string, string][] = [];
  for (const source of sources) {
    const id = await callFrom(org, source);
    ids.push([source, id]);
    await complete(org, id);
  }
  const told = await log(org);
  t.is(told.length, 2 * sources.length);
  for (const [trigger, webhookId] of webhooks)
    t.deepEqual(
      told
        .filter((delivery) => delivery.webhook.id === webhookId)
        .map((delivery) => delivery.recording.id)
        .toReversed(),
      ids.filter(([source]) => trigger === "all" || trigger === source).map(([, id]) => id),
      trigger,
    );
});

test("the other events come from every source, whatever the trigger", async (t) => {
  const { org } = t.context;
  const { id } = await webhook(org, { trigger: "mobile", events: [UPDATED, CREATED] });
  for (const source of sources) {
    const recording = await callFrom(org, source);
    await org.graph(CLIENT, { id: recording });
    await complete(org, recording);
    await org.graph(SYNC, { id: recording });
  }
  t.deepEqual(
    await eventsOf(org, id),
    sources.flatMap(() => [CREATED, UPDATED]),
  );
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
  test(`a webhook that lists ${events.join(" and ") || "no event"} gets just ${events.join(" and ") || PROCESSED}`, async (t) => {
    const { org } = t.context;
    const { id } = await webhook(org, { events });
    const plain = await org.processed();
    await org.graph(SYNC, { id: plain });
    const withClient = await org.call();
    await org.graph(CLIENT, { id: withClient });
    await complete(org, withClient);
    const wanted = events.length === 0 ? [PROCESSED] : events;
    t.deepEqual(
      await eventsOf(org, id),
      [PROCESSED, UPDATED, CREATED].filter((event) => wanted.includes(event)),
    );
  });

test("a webhook that is not active gets nothing, and the active ones get one each", async (t) => {
  const { org } = t.context;
  const off = await webhook(org, { url: `${HOOK}/off`, active: false });
  const active = [
    await webhook(org, { url: `${HOOK}/a` }),
    await webhook(org, { url: `${HOOK}/b` }),
  ];
  // Two webhooks may have the same URL; they are two.
  active.push(await webhook(org, { url: `${HOOK}/b` }));
  const recording = await org.processed();
  const all = await log(org);
  t.deepEqual(
    all.map((delivery) => `${delivery.webhook.id} ${delivery.url}`).toSorted(),
    active.map(({ id }, index) => `${id} ${HOOK}/${["a", "b", "b"][index]}`).toSorted(),
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
  t.deepEqual(await eventsOf(org, off.id), []);
});

test("the first delivery of an event to a webhook is its message id", async (t) => {
  const { org, server } = t.context;
  await webhook(org);
  await webhook(org);
  await org.processed();
  const rows = await server.services.db("deliveries").where("organization_id", org.id);
  t.is(rows.length, 2);
  for (const row of rows) t.is(row.message_id, row.id);
});

test("what happened before a webhook was there, or was active, is not sent to it", async (t) => {
  const { org } = t.context;
  await org.processed();
  const late = await webhook(org);
  const off = await webhook(org, { active: false });
  await org.processed();
  await org.graph(
    `mutation ($id: ID!) { updateWebhook(id: $id, input: { active: true }) { id } }`,
    { id: off.id },
  );
  await org.processed();
  t.is((await eventsOf(org, late.id)).length, 2);
  t.is((await eventsOf(org, off.id)).length, 1);
});

test("another organization's webhooks get nothing", async (t) => {
  const { org, server } = t.context;
  const other = await server.tenant("Another");
  await webhook(other, { events: [PROCESSED, UPDATED, CREATED] });
  await org.graph(SYNC, { id: await org.processed() });
  t.deepEqual(await log(other), []);
});
