import { insertRecordings } from "../helpers/rest/list-data.js";
import type { Tenant, SharedServer } from "../helpers/server.js";
import { test } from "../helpers/paused-suite.js";
import {
  endDelivery,
  UNREACHABLE_URL,
  listDeliveryLog,
  loadDeliveryPage,
  createWebhookWith,
} from "../helpers/webhooks/webhooks.js";

const SYNC = `mutation ($id: ID!) { syncRecording(recordingId: $id) { id } }`;
const EVENTS = ["recording.processed", "recording.integration_updated"];

// oxlint-disable-next-line typescript/no-explicit-any
const idsOf = (nodes: any[]): string[] => nodes.map(({ id }) => id);

/** Inserts deliveries of one event at these times (milliseconds). Returns their ids in the same order. */
const insertDeliveries = async (
  { services }: SharedServer,
  org: Tenant,
  times: readonly number[],
  fields: object = {},
): Promise<string[]> => {
  const event = { organization_id: org.id, event: EVENTS[0], recording_id: null };
  const event_id = services.newId();
  const once = { id: event_id, payload: "{}", test: 0, position: services.now() * 1000 };
  await services.db("events").insert({ ...event, ...once });
  const rows = times.map((created_at) => {
    const id = services.newId();
    const sent = { url: UNREACHABLE_URL, status: "failed", created_at };
    return { ...event, id, event_id, message_id: id, ...sent, ...fields };
  });
  await services.db("deliveries").insert(rows);
  return idsOf(rows);
};

test("a delivery shows the result of its attempt", async (t) => {
  const { org, server } = t.context;
  const { id: webhookId } = await createWebhookWith(org);
  await org.createProcessed();
  const [pending] = await listDeliveryLog(org);
  t.like(pending, { status: "pending", delivered: false, attemptedAt: null });
  const details = { webhook: { id: webhookId }, url: UNREACHABLE_URL, payload: pending.payload };
  await endDelivery(server, org, pending.id, {
    attempted_at: Date.UTC(2026, 2, 3),
    duration_ms: 0,
  });
  t.like((await listDeliveryLog(org))[0], {
    ...details,
    status: "delivered",
    delivered: true,
    attemptedAt: "2026-03-03T00:00:00.000Z",
    durationMs: 0,
    responseStatus: 200,
    responseBody: "ok",
    error: null,
  });
  const failed = { status: "failed", response_status: null, response_body: null, error: "timeout" };
  await endDelivery(server, org, pending.id, failed);
  t.like((await listDeliveryLog(org))[0], {
    ...details,
    status: "failed",
    delivered: false,
    durationMs: 7,
    responseStatus: null,
    responseBody: null,
    error: "timeout",
  });
});

test("the log is newest first, and its filters combine", async (t) => {
  const { org, server } = t.context;
  const webhooks = [await createWebhookWith(org, { events: EVENTS }), await createWebhookWith(org)];
  const recordings = [await org.createProcessed(), await org.createProcessed()];
  for (const id of recordings) await org.graphql(SYNC, { id });
  const all = await listDeliveryLog(org);
  t.is(all.length, 6);
  const times: string[] = all.map(({ createdAt }) => createdAt);
  t.deepEqual(times, times.toSorted().toReversed());
  for (const [index, status] of ["delivered", "failed"].entries())
    await endDelivery(server, org, all[index].id, { status });
  const stored = await listDeliveryLog(org);
  const values = {
    webhookId: [...webhooks.map(({ id }) => id), "no-such-id", undefined],
    recordingId: [...recordings, "no-such-id", undefined],
    status: ["pending", "delivered", "failed", undefined],
    event: [...EVENTS, "client.created", undefined],
  };
  let some = 0;
  for (const webhookId of values.webhookId)
    for (const recordingId of values.recordingId)
      for (const status of values.status)
        for (const event of values.event) {
          const filter = { webhookId, recordingId, status, event };
          const expected = stored.filter(
            (delivery) =>
              (webhookId ?? delivery.webhook.id) === delivery.webhook.id &&
              (recordingId ?? delivery.recording.id) === delivery.recording.id &&
              (status ?? delivery.status) === delivery.status &&
              (event ?? delivery.event) === delivery.event,
          );
          some += expected.length > 0 ? 1 : 0;
          t.deepEqual(await listDeliveryLog(org, filter), expected, JSON.stringify(filter));
        }
  t.true(some > 40);
  const none = { webhookId: null, recordingId: null, status: null, event: null };
  t.deepEqual(await listDeliveryLog(org, none), stored);
  const other = await server.createTenant();
  t.deepEqual(await listDeliveryLog(other), []);
  t.deepEqual(await listDeliveryLog(other, { webhookId: webhooks[0]!.id }), []);
  t.deepEqual(await listDeliveryLog(other, { recordingId: recordings[0] }), []);
});

test("paging loses and repeats no delivery, even within one millisecond", async (t) => {
  const { org, server } = t.context;
  const stored = await insertDeliveries(server, org, [
    9,
    ...Array.from({ length: 40 }, () => 8),
    7,
    6,
    6,
  ]);
  const all = await loadDeliveryPage(org);
  t.deepEqual(idsOf(all.nodes).toSorted(), stored.toSorted());
  t.deepEqual([all.nodes[0].id, all.nodes.at(-3).id], [stored[0], stored[41]]);
  t.deepEqual([all.hasMore, all.nextCursor], [false, null]);
  for (const first of [1, 7, 22, 43]) {
    const seen: string[] = [];
    for (let after: string | null = null; ;) {
      const one = await loadDeliveryPage(org, { first, after });
      seen.push(...idsOf(one.nodes));
      t.deepEqual(idsOf(one.edges.map(({ node }: { node: unknown }) => node)), idsOf(one.nodes));
      t.deepEqual(one.pageInfo, {
        hasNextPage: one.hasMore,
        endCursor: one.edges.at(-1).cursor,
      });
      if (!one.hasMore) break;
      t.is(one.nodes.length, first);
      t.is(one.nextCursor, one.pageInfo.endCursor);
      after = one.nextCursor;
    }
    t.deepEqual(seen, idsOf(all.nodes));
  }
});

test("paging continues where it was when newer deliveries come, filtered or not", async (t) => {
  const { org, server } = t.context;
  const stored = await insertDeliveries(server, org, [1, 2, 3, 4], { webhook_id: "w" });
  const filter = { webhookId: "w" };
  const { nextCursor: after } = await loadDeliveryPage(org, { first: 2, filter });
  await insertDeliveries(server, org, [5, 3], { webhook_id: "other" });
  await insertDeliveries(server, org, [5], { webhook_id: "w" });
  t.deepEqual(idsOf((await loadDeliveryPage(org, { after, filter })).nodes), [
    stored[1],
    stored[0],
  ]);
});

test("a cursor that isn't the log's is refused", async (t) => {
  const { org, server } = t.context;
  await insertDeliveries(server, org, [1, 2]);
  await insertRecordings(server, org, [1, 2]);
  const other = await server.createTenant();
  await insertDeliveries(server, other, [1, 2]);
  await org.ingestCall({ customer: { id: "c-1" } });
  await org.ingestCall({ customer: { id: "c-2" } });
  const lists = "{ recordings(first: 1) { nextCursor } clients(first: 1) { nextCursor } }";
  const { recordings, clients } = await org.graphql(lists);
  const { nextCursor } = await loadDeliveryPage(org, { first: 1 });
  const foreign = (await loadDeliveryPage(other, { first: 1 })).nextCursor;
  const cursors = ["", "x", `${nextCursor}x`, nextCursor.slice(1), foreign];
  for (const after of [...cursors, recordings.nextCursor, clients.nextCursor]) {
    const { errors } = await org.sendGraphql(
      "query ($after: String) { deliveries(after: $after) { hasMore } }",
      { after },
    );
    t.deepEqual(errors?.[0]?.extensions, { code: "INVALID_CURSOR", field: "after" }, after);
  }
});

test("a page has 25 deliveries by default, and from 1 to 100 on request", async (t) => {
  const { org, server } = t.context;
  const times = Array.from({ length: 101 }, (_, index) => index);
  await insertDeliveries(server, org, times);
  const query = (first: string) =>
    org.sendGraphql(`{ deliveries${first} { nodes { id } hasMore } }`);
  for (const [first, length] of [
    ["", 25],
    ["(first: null)", 25],
    ["(first: 1)", 1],
    ["(first: 100)", 100],
  ] as const) {
    const { data } = await query(first);
    t.deepEqual([data.deliveries.nodes.length, data.deliveries.hasMore], [length, true]);
  }
  for (const first of [0, -1, 101]) {
    const { errors } = await query(`(first: ${first})`);
    t.deepEqual(errors?.[0]?.extensions, { code: "INVALID_FIELD", field: "first" });
  }
});

test("a filter by an unknown status is refused", async (t) => {
  const { org } = t.context;
  const { errors } = await org.sendGraphql("{ deliveries(filter: { status: sent }) { hasMore } }");
  t.is(errors?.[0]?.extensions.code, "GRAPHQL_VALIDATION_FAILED");
});
