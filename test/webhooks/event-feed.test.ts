import { insertEvent } from "../../db/webhooks/events.js";
import { write } from "../../db/engine/write.js";
import { createWebhook } from "../helpers/webhooks/deliveries.js";
import { formatQuery } from "../helpers/graphql/format-query.js";
import { startWebhookReceiver } from "../helpers/webhooks/webhook-receiver.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

interface FeedEvent {
  id: string;
  event: string;
  createdAt: string;
  recordingId: string | null;
  payload: string | null;
}

const loadPage = async (org: Tenant, parameters: Record<string, string> = {}) => {
  const { body, text, status } = await org.get(`/v1/events?${formatQuery(parameters)}`);
  if (status !== 200) throw new Error(text);
  return body as {
    events: FeedEvent[];
    nextCursor: string | null;
    hasMore: boolean;
    syncCursor: string;
  };
};

const ids = (events: FeedEvent[]): string[] => events.map(({ id }) => id);

const SYNC = `mutation ($id: ID!) { syncRecording(recordingId: $id) { id } }`;
const CREATED = `mutation ($id: ID!) { createClient(input: { recordingId: $id, name: "Ann" }) { id } }`;
const COMPLETE = `mutation ($id: ID!) { completeAnalysis(recordingId: $id, input: { summary: "" }) { id } }`;

test("the event feed has events without any webhook, oldest first", async (t) => {
  const { org } = t.context;
  const [a, b] = [await org.createProcessed(), await org.ingestCall()];
  await org.graphql(CREATED, { id: b });
  await org.graphql(COMPLETE, { id: b });
  await org.graphql(SYNC, { id: a });
  const { events, nextCursor, hasMore } = await loadPage(org);
  t.deepEqual(
    events.map(({ event, recordingId }) => [event, recordingId]),
    [
      ["recording.processed", a],
      ["client.created", b],
      ["recording.integration_updated", a],
    ],
  );
  t.deepEqual([nextCursor, hasMore], [null, false]);
  const [first] = events as [FeedEvent];
  t.regex(first.createdAt, /^2026-03-02T12:00:\d\d\.\d{3}Z$/);
  t.like(JSON.parse(first.payload!), { event: "recording.processed", data: { id: a } });
});

test("an event's payload equals the bodies sent to webhooks, byte for byte", async (t) => {
  const { org } = t.context;
  const receiver = await startWebhookReceiver(t);
  await createWebhook(org, receiver.url);
  await org.createProcessed({ custom_fields: { z: 1, "2": "é𝒳", "1": [1.5e300, null] } });
  await receiver.waitFor(1);
  const { events } = await loadPage(org);
  t.deepEqual(
    receiver.received.map(({ body }) => body),
    events.map(({ payload }) => payload),
  );
});

test("the event feed filters by type and time, also by GraphQL", async (t) => {
  const { org } = t.context;
  const [a, b] = [await org.createProcessed(), await org.createProcessed()];
  await org.graphql(SYNC, { id: a });
  const all = (await loadPage(org)).events;
  const type = "recording.integration_updated";
  t.deepEqual(ids((await loadPage(org, { type })).events), [all[2]!.id]);
  t.deepEqual(ids((await loadPage(org, { event: type })).events), [all[2]!.id]);
  t.deepEqual(ids((await loadPage(org, { since: all[1]!.createdAt })).events), ids(all.slice(1)));
  const list = `query ($filter: EventFilter, $after: String) { events(first: 1, after: $after, filter: $filter) {
    nodes { id event createdAt recordingId payload } nextCursor syncCursor pageInfo { hasNextPage }
  } }`;
  const filter = { event: "recording.processed" };
  const { events } = await org.graphql(list, { filter });
  t.deepEqual(events.nodes, [all[0]]);
  t.is(events.nextCursor, events.syncCursor);
  const next = (await org.graphql(list, { filter, after: events.nextCursor })).events;
  t.deepEqual([next.nodes[0].recordingId, next.nextCursor], [b, null]);
});

test("invalid event feed parameters are refused by name", async (t) => {
  const { org } = t.context;
  for (const [parameters, code, field] of [
    [{ type: "recording.deleted" }, "INVALID_FIELD", "type"],
    [{ event: "x" }, "INVALID_FIELD", "event"],
    [{ type: "client.created", event: "client.created" }, "INVALID_FIELD", "type"],
    [{ since: "1700000000" }, "INVALID_FIELD", "since"],
    [{ limit: "101" }, "INVALID_FIELD", "limit"],
    [{ startAfter: "x" }, "INVALID_CURSOR", "startAfter"],
  ] as const) {
    const { status, body } = await org.get(`/v1/events?${formatQuery(parameters)}`);
    t.deepEqual([status, body.code, body.field], [400, code, field], JSON.stringify(parameters));
  }
});

test("the event feed keeps an erased recording's events without payloads, and has no tests", async (t) => {
  const { org } = t.context;
  const id = await org.createProcessed();
  const receiver = await startWebhookReceiver(t);
  const recording = { id: "r", status: "processed" };
  await org.send("POST", "/v1/webhooks/test", { url: receiver.url, recording });
  await org.graphql(`mutation { deleteRecording(id: "${id}") }`);
  t.like((await loadPage(org)).events, [{ recordingId: id, payload: null }]);
  t.is((await loadPage(org)).events.length, 1);
});

test("the event feed skips no event that commits after later ones were read", async (t) => {
  const { org, server } = t.context;
  const { db, now, newId } = server.services;
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const event = { event: "recording.processed", recordingId: null, payload: "{}", test: false };
  const [id, before] = [newId(), (await loadPage(org)).syncCursor];
  const first = write(db, org.id, async (trx) => {
    await insertEvent(trx, org.id, { ...event, id, now: now() });
    begun.resolve();
    await end.promise;
  });
  await begun.promise;
  const second = org.createProcessed();
  const during = await loadPage(org, { startAfter: before });
  end.resolve();
  await Promise.all([first, second]);
  const after = await loadPage(org, { startAfter: during.syncCursor });
  t.deepEqual([...during.events, ...after.events].map((one) => one.id)[0], id);
  t.is(during.events.length + after.events.length, 2);
});

test("a reader during writes gets each event once, in order", async (t) => {
  const { org } = t.context;
  const writing = { isRunning: true };
  const seen: FeedEvent[] = [];
  let startAfter = (await loadPage(org)).syncCursor;
  const readPage = async (): Promise<boolean> => {
    const { events, syncCursor, hasMore } = await loadPage(org, { startAfter, limit: "3" });
    seen.push(...events);
    startAfter = syncCursor;
    return hasMore;
  };
  const reading = (async () => {
    while (writing.isRunning) await readPage();
  })();
  const writer = async (): Promise<void> => {
    for (let round = 0; round < 6; round += 1) {
      const id = await org.createProcessed();
      if (round % 2 === 0) await org.graphql(SYNC, { id });
    }
  };
  await Promise.all([0, 1, 2, 3].map(writer));
  writing.isRunning = false;
  await reading;
  while (await readPage());
  const { events } = await loadPage(org, { limit: "100" });
  t.is(events.length, 36);
  t.deepEqual(seen, events);
});
