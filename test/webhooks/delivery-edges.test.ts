import { insertRecordings } from "../helpers/rest/list-data.js";
import type { Tenant, TestServer } from "../helpers/server.js";
import { countStatements } from "../helpers/engine/count-statements.js";
import { test } from "../helpers/own-paused-suite.js";
import { completeAnalysis } from "../helpers/appointments/push-appointment.js";
import {
  listDeliveryLog,
  insertFailedDelivery,
  loadDeliveryPage,
  createWebhookWith,
} from "../helpers/webhooks/webhooks.js";

const SYNC = `mutation ($id: ID!) { syncRecording(recordingId: $id) { id } }`;
const EVENTS = ["recording.processed", "recording.integration_updated"];

const RECORDING_DELIVERIES = `query ($id: ID!, $first: Int, $after: String) {
  recording(id: $id) {
    deliveries(first: $first, after: $after) { nodes { id event } nextCursor hasMore }
  }
}`;
const LAST_DELIVERIES = "{ webhooks { id lastDelivery { id webhook { id } } } }";

test("a recording has its own deliveries, newest first, in pages", async (t) => {
  const { org } = t.context;
  await createWebhookWith(org, { events: EVENTS });
  await createWebhookWith(org);
  const [id, other, withoutEvents] = [
    await org.createProcessed(),
    await org.createProcessed(),
    await org.ingestCall(),
  ];
  for (let synced = 0; synced < 2; synced += 1) await org.graphql(SYNC, { id });
  const expected = (await listDeliveryLog(org, { recordingId: id })).map((delivery) => delivery.id);
  t.is(expected.length, 4);
  const loadDeliveries = async (variables: object) =>
    (await org.graphql(RECORDING_DELIVERIES, variables)).recording.deliveries;
  const all = await loadDeliveries({ id });
  t.deepEqual(
    all.nodes.map((node: { id: string }) => node.id),
    expected,
  );
  t.is(all.hasMore, false);
  const first = await loadDeliveries({ id, first: 3 });
  const rest = await loadDeliveries({ id, first: 3, after: first.nextCursor });
  t.deepEqual([...first.nodes, ...rest.nodes], all.nodes);
  t.deepEqual([first.hasMore, rest.hasMore, rest.nextCursor], [true, false, null]);
  // The cursors are the same as the log's.
  const ofLog = await loadDeliveryPage(org, { filter: { recordingId: id }, first: 3 });
  t.is(first.nextCursor, ofLog.nextCursor);
  t.is((await loadDeliveries({ id: other })).nodes.length, 2);
  t.deepEqual((await loadDeliveries({ id: withoutEvents })).nodes, []);
});

test("a recording's deliveries refuse the arguments that the log refuses", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall();
  for (const [variables, refused] of [
    [{ first: 0 }, { code: "INVALID_FIELD", field: "first" }],
    [{ first: 101 }, { code: "INVALID_FIELD", field: "first" }],
    [{ after: "x" }, { code: "INVALID_CURSOR", field: "after" }],
  ]) {
    const { errors } = await org.sendGraphql(RECORDING_DELIVERIES, { id, ...variables });
    t.deepEqual(errors?.[0]?.extensions, refused);
  }
});

test("each webhook has its last delivery, or none", async (t) => {
  const { org, server } = t.context;
  const webhooks = [
    await createWebhookWith(org),
    await createWebhookWith(org, { events: EVENTS }),
    await createWebhookWith(org, { trigger: "mobile" }),
  ];
  const id = await org.createProcessed();
  await org.createProcessed();
  await org.graphql(SYNC, { id });
  const newestOf = async (webhookId: string): Promise<unknown> => {
    const [last] = await listDeliveryLog(org, { webhookId });
    return {
      id: webhookId,
      lastDelivery: last ? { id: last.id, webhook: { id: webhookId } } : null,
    };
  };
  const expected = await Promise.all(webhooks.map((webhook) => newestOf(webhook.id)));
  t.deepEqual((await org.graphql(LAST_DELIVERIES)).webhooks, expected);
  t.is((expected[2] as { lastDelivery: unknown }).lastDelivery, null);
  // Within one millisecond, the last delivery is the first of the log.
  await server.services.db("deliveries").where("organization_id", org.id).update({ created_at: 1 });
  const same = await Promise.all(webhooks.map((webhook) => newestOf(webhook.id)));
  t.deepEqual((await org.graphql(LAST_DELIVERIES)).webhooks, same);
});

test("any number of webhooks can load their last deliveries", async (t) => {
  const { org, server } = t.context;
  const { id } = await createWebhookWith(org);
  const row = await server.services.db("webhooks").where({ organization_id: org.id, id }).first();
  const more = Array.from({ length: 700 }, () => ({ ...row, id: server.services.newId() }));
  await server.services.db.batchInsert("webhooks", more, 100);
  await org.createProcessed();
  const { webhooks } = await org.graphql(LAST_DELIVERIES);
  t.is(webhooks.length, 701);
  for (const each of webhooks) t.is(each.lastDelivery.webhook.id, each.id);
});

test("the log shows a deleted webhook or recording as null and keeps the URL", async (t) => {
  const { org } = t.context;
  const { id: webhookId } = await createWebhookWith(org);
  const [id, other] = [await org.createProcessed(), await org.createProcessed()];
  await org.graphql(`mutation ($id: ID!) { deleteWebhook(id: $id) }`, { id: webhookId });
  await org.graphql(`mutation ($id: ID!) { deleteRecording(id: $id) }`, { id });
  const [second, first] = await listDeliveryLog(org);
  t.like(first, { webhook: null, recording: null, payload: "", event: "recording.processed" });
  t.deepEqual([second.webhook, second.recording], [null, { id: other }]);
  t.is(first.url, second.url);
  t.deepEqual(
    (await listDeliveryLog(org, { webhookId })).map((delivery) => delivery.id),
    [second.id, first.id],
  );
  t.is((await listDeliveryLog(org, { recordingId: id })).length, 1);
});

/** Inserts a hundred recordings with three deliveries each, to one of two webhooks. */
const insertManyDeliveries = async (server: TestServer, org: Tenant): Promise<void> => {
  const { db, newId } = server.services;
  const recordings = await insertRecordings(
    server,
    org,
    Array.from({ length: 100 }, (_, index) => index),
  );
  const webhooks = [await createWebhookWith(org), await createWebhookWith(org)];
  const stored = await insertFailedDelivery(server, org, webhooks[0]!.id);
  const row = await db("deliveries").where({ organization_id: org.id, id: stored }).first();
  const rows = recordings.flatMap((recording_id) =>
    [1, 2, 3].map((created_at) => ({
      ...row,
      id: newId(),
      recording_id,
      webhook_id: webhooks[created_at % 2]!.id,
      created_at,
    })),
  );
  await db.batchInsert("deliveries", rows, 100);
};

const MANY = `query ($first: Int) {
  page: recordings(first: $first) {
    nodes { id deliveries(first: 2) { nodes { payload createdAt webhook { id } recording { id } } hasMore } }
  }
}`;
const LOG = `query ($first: Int) {
  page: deliveries(first: $first) { nodes { payload webhook { id } recording { id name } } }
}`;

test.serial(
  "a page of deliveries costs the same number of statements for 1 or for 100",
  async (t) => {
    const { org, server } = t.context;
    await insertManyDeliveries(server, org);
    for (const first of [1, 10, 100]) {
      const recordings = await countStatements(server, () => org.graphql(MANY, { first }));
      const { nodes } = recordings.result.page;
      t.is(nodes.length, first);
      for (const { id, deliveries } of nodes) {
        t.deepEqual(
          deliveries.nodes.map((node: { recording: { id: string } }) => node.recording.id),
          [id, id],
        );
        t.regex(deliveries.nodes[0].createdAt, /\.003Z$/);
        t.true(deliveries.hasMore);
      }
      // The token, the page, its deliveries, and their payloads, webhooks and recordings.
      t.is(recordings.count, 6);
      const ofLog = await countStatements(server, () => org.graphql(LOG, { first }));
      t.is(ofLog.result.page.nodes.length, first);
      t.is(ofLog.count, 5);
    }
    // The token, the list, the last deliveries, and their webhooks.
    t.is((await countStatements(server, () => org.graphql(LAST_DELIVERIES))).count, 4);
  },
);

test.serial(
  "an event costs the same number of statements for one webhook or for fifty",
  async (t) => {
    const { org, server } = t.context;
    const counts: number[] = [];
    for (const more of [1, 49]) {
      for (let index = 0; index < more; index += 1) await createWebhookWith(org);
      const id = await org.ingestCall();
      counts.push((await countStatements(server, () => completeAnalysis(org, id))).count);
    }
    t.is((await listDeliveryLog(org)).length, 51);
    t.is(counts[0], counts[1]);
  },
);
