import { storeRecordings } from "./helpers/lists.js";
import type { Tenant, TestServer } from "./helpers/server.js";
import { statements } from "./helpers/statements.js";
import { test } from "./helpers/own-still.js";
import { complete } from "./helpers/pushes.js";
import { log, storeDelivery, page, webhook } from "./helpers/webhooks.js";

const SYNC = `mutation ($id: ID!) { syncRecording(recordingId: $id) { id } }`;
const EVENTS = ["recording.processed", "recording.integration_updated"];

const OF_RECORDING = `query ($id: ID!, $first: Int, $after: String) {
  recording(id: $id) {
    deliveries(first: $first, after: $after) { nodes { id event } nextCursor hasMore }
  }
}`;
const LAST = "{ webhooks { id lastDelivery { id webhook { id } } } }";

test("a recording has the deliveries that tell of it, newest first, in pages", async (t) => {
  const { org } = t.context;
  await webhook(org, { events: EVENTS });
  await webhook(org);
  const [id, other, untold] = [await org.processed(), await org.processed(), await org.call()];
  for (let synced = 0; synced < 2; synced += 1) await org.graph(SYNC, { id });
  const wanted = (await log(org, { recordingId: id })).map((delivery) => delivery.id);
  t.is(wanted.length, 4);
  const of = async (variables: object) =>
    (await org.graph(OF_RECORDING, variables)).recording.deliveries;
  const whole = await of({ id });
  t.deepEqual(
    whole.nodes.map((node: { id: string }) => node.id),
    wanted,
  );
  t.is(whole.hasMore, false);
  const first = await of({ id, first: 3 });
  const rest = await of({ id, first: 3, after: first.nextCursor });
  t.deepEqual([...first.nodes, ...rest.nodes], whole.nodes);
  t.deepEqual([first.hasMore, rest.hasMore, rest.nextCursor], [true, false, null]);
  // The same cursors as those of the log.
  const ofLog = await page(org, { filter: { recordingId: id }, first: 3 });
  t.is(first.nextCursor, ofLog.nextCursor);
  t.is((await of({ id: other })).nodes.length, 2);
  t.deepEqual((await of({ id: untold })).nodes, []);
});

test("the deliveries of a recording refuse what the log refuses", async (t) => {
  const { org } = t.context;
  const id = await org.call();
  for (const [variables, refused] of [
    [{ first: 0 }, { code: "INVALID_FIELD", field: "first" }],
    [{ first: 101 }, { code: "INVALID_FIELD", field: "first" }],
    [{ after: "x" }, { code: "INVALID_CURSOR", field: "after" }],
  ]) {
    const { errors } = await org.ask(OF_RECORDING, { id, ...variables });
    t.deepEqual(errors?.[0]?.extensions, refused);
  }
});

test("each webhook has the last of its deliveries, or none", async (t) => {
  const { org, server } = t.context;
  const webhooks = [
    await webhook(org),
    await webhook(org, { events: EVENTS }),
    await webhook(org, { trigger: "mobile" }),
  ];
  const id = await org.processed();
  await org.processed();
  await org.graph(SYNC, { id });
  const newestOf = async (webhookId: string): Promise<unknown> => {
    const [last] = await log(org, { webhookId });
    return {
      id: webhookId,
      lastDelivery: last ? { id: last.id, webhook: { id: webhookId } } : null,
    };
  };
  const expected = await Promise.all(webhooks.map((made) => newestOf(made.id)));
  t.deepEqual((await org.graph(LAST)).webhooks, expected);
  t.is((expected[2] as { lastDelivery: unknown }).lastDelivery, null);
  // Of one millisecond the one that the log has first.
  await server.services.db("deliveries").where("organization_id", org.id).update({ created_at: 1 });
  const same = await Promise.all(webhooks.map((made) => newestOf(made.id)));
  t.deepEqual((await org.graph(LAST)).webhooks, same);
});

test("any number of webhooks can be asked for their last delivery", async (t) => {
  const { org, server } = t.context;
  const { id } = await webhook(org);
  const row = await server.services.db("webhooks").where({ organization_id: org.id, id }).first();
  const more = Array.from({ length: 700 }, () => ({ ...row, id: server.services.newId() }));
  await server.services.db.batchInsert("webhooks", more, 100);
  await org.processed();
  const { webhooks } = await org.graph(LAST);
  t.is(webhooks.length, 701);
  for (const each of webhooks) t.is(each.lastDelivery.webhook.id, each.id);
});

test("a deleted webhook or recording is null in the log, and what was sent where stays", async (t) => {
  const { org } = t.context;
  const { id: webhookId } = await webhook(org);
  const [id, other] = [await org.processed(), await org.processed()];
  await org.graph(`mutation ($id: ID!) { deleteWebhook(id: $id) }`, { id: webhookId });
  await org.graph(`mutation ($id: ID!) { deleteRecording(id: $id) }`, { id });
  const [second, first] = await log(org);
  t.like(first, { webhook: null, recording: null, payload: "", event: "recording.processed" });
  t.deepEqual([second.webhook, second.recording], [null, { id: other }]);
  t.is(first.url, second.url);
  t.deepEqual(
    (await log(org, { webhookId })).map((delivery) => delivery.id),
    [second.id, first.id],
  );
  t.is((await log(org, { recordingId: id })).length, 1);
});

/** A hundred recordings with three deliveries each, to one of two webhooks. */
const manyDeliveries = async (server: TestServer, org: Tenant): Promise<void> => {
  const { db, newId } = server.services;
  const recordings = await storeRecordings(
    server,
    org,
    Array.from({ length: 100 }, (_, index) => index),
  );
  const webhooks = [await webhook(org), await webhook(org)];
  const stored = await storeDelivery(server, org, webhooks[0]!.id);
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
  "a page of deliveries costs the same number of statements, be it of 1 or of 100",
  async (t) => {
    const { org, server } = t.context;
    await manyDeliveries(server, org);
    for (const first of [1, 10, 100]) {
      const recordings = await statements(server, () => org.graph(MANY, { first }));
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
      // The token, the page, the deliveries of all of it, and their bodies, webhooks and recordings.
      t.is(recordings.count, 6);
      const ofLog = await statements(server, () => org.graph(LOG, { first }));
      t.is(ofLog.result.page.nodes.length, first);
      t.is(ofLog.count, 5);
    }
    // The token, the list, the last deliveries, and their webhooks.
    t.is((await statements(server, () => org.graph(LAST))).count, 4);
  },
);

test.serial(
  "an event costs the same number of statements for one webhook or for fifty",
  async (t) => {
    const { org, server } = t.context;
    const counts: number[] = [];
    for (const more of [1, 49]) {
      for (let made = 0; made < more; made += 1) await webhook(org);
      const id = await org.call();
      counts.push((await statements(server, () => complete(org, id))).count);
    }
    t.is((await log(org)).length, 51);
    t.is(counts[0], counts[1]);
  },
);
