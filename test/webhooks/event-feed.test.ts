import { insertEvent } from "../../db/webhooks/events.js";
import { write } from "../../db/engine/write.js";
import { createWebhook } from "../helpers/deliveries.js";
import { formatQuery } from "../helpers/format-query.js";
import { startWebhookReceiver } from "../helpers/webhook-receiver.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

interface Told {
  id: string;
  event: string;
  createdAt: string;
  recordingId: string | null;
  payload: string | null;
}

const page = async (org: Tenant, parameters: Record<string, string> = {}) => {
  const { body, text, status } = await org.get(`/v1/events?${formatQuery(parameters)}`);
  if (status !== 200) throw new Error(text);
  return body as {
    events: Told[];
    nextCursor: string | null;
    hasMore: boolean;
    syncCursor: string;
  };
};

const ids = (events: Told[]): string[] => events.map(({ id }) => id);

const SYNC = `mutation ($id: ID!) { syncRecording(recordingId: $id) { id } }`;
const CREATED = `mutation ($id: ID!) { createClient(input: { recordingId: $id, name: "Ann" }) { id } }`;
const COMPLETE = `mutation ($id: ID!) { completeAnalysis(recordingId: $id, input: { summary: "" }) { id } }`;

test("events are told where nobody has a webhook, oldest first", async (t) => {
  const { org } = t.context;
  const [a, b] = [await org.createProcessed(), await org.ingestCall()];
  await org.graphql(CREATED, { id: b });
  await org.graphql(COMPLETE, { id: b });
  await org.graphql(SYNC, { id: a });
  const { events, nextCursor, hasMore } = await page(org);
  t.deepEqual(
    events.map(({ event, recordingId }) => [event, recordingId]),
    [
      ["recording.processed", a],
      ["client.created", b],
      ["recording.integration_updated", a],
    ],
  );
  t.deepEqual([nextCursor, hasMore], [null, false]);
  const [first] = events as [Told];
  t.regex(first.createdAt, /^2026-03-02T12:00:\d\d\.\d{3}Z$/);
  t.like(JSON.parse(first.payload!), { event: "recording.processed", data: { id: a } });
});

test("an event's payload is the body that its webhooks got, byte for byte", async (t) => {
  const { org } = t.context;
  const receiver = await startWebhookReceiver(t);
  await createWebhook(org, receiver.url);
  await org.createProcessed({ custom_fields: { z: 1, "2": "é𝒳", "1": [1.5e300, null] } });
  await receiver.waitFor(1);
  const { events } = await page(org);
  t.deepEqual(
    receiver.received.map(({ body }) => body),
    events.map(({ payload }) => payload),
  );
});

test("events can be asked for by type and from a time on, and by GraphQL", async (t) => {
  const { org } = t.context;
  const [a, b] = [await org.createProcessed(), await org.createProcessed()];
  await org.graphql(SYNC, { id: a });
  const all = (await page(org)).events;
  const type = "recording.integration_updated";
  t.deepEqual(ids((await page(org, { type })).events), [all[2]!.id]);
  t.deepEqual(ids((await page(org, { event: type })).events), [all[2]!.id]);
  t.deepEqual(ids((await page(org, { since: all[1]!.createdAt })).events), ids(all.slice(1)));
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

test("what names no event, time or place in the list is refused by the parameter's name", async (t) => {
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

test("an erased recording's events stay, without what they said; test deliveries are no events", async (t) => {
  const { org } = t.context;
  const id = await org.createProcessed();
  const receiver = await startWebhookReceiver(t);
  const recording = { id: "r", status: "processed" };
  await org.send("POST", "/v1/webhooks/test", { url: receiver.url, recording });
  await org.graphql(`mutation { deleteRecording(id: "${id}") }`);
  t.like((await page(org)).events, [{ recordingId: id, payload: null }]);
  t.is((await page(org)).events.length, 1);
});

test("an event that commits late is not skipped by who has read what came after it was begun", async (t) => {
  const { org, server } = t.context;
  const { db, now, newId } = server.services;
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const event = { event: "recording.processed", recordingId: null, payload: "{}", test: false };
  const [id, before] = [newId(), (await page(org)).syncCursor];
  const first = write(db, org.id, async (trx) => {
    await insertEvent(trx, org.id, { ...event, id, now: now() });
    begun.resolve();
    await end.promise;
  });
  await begun.promise;
  const second = org.createProcessed();
  const during = await page(org, { startAfter: before });
  end.resolve();
  await Promise.all([first, second]);
  const after = await page(org, { startAfter: during.syncCursor });
  t.deepEqual([...during.events, ...after.events].map((one) => one.id)[0], id);
  t.is(during.events.length + after.events.length, 2);
});

test("who reads events while others write has each of them once, in order", async (t) => {
  const { org } = t.context;
  const writing = { goesOn: true };
  const seen: Told[] = [];
  let startAfter = (await page(org)).syncCursor;
  const read = async (): Promise<boolean> => {
    const { events, syncCursor, hasMore } = await page(org, { startAfter, limit: "3" });
    seen.push(...events);
    startAfter = syncCursor;
    return hasMore;
  };
  const reading = (async () => {
    while (writing.goesOn) await read();
  })();
  const writer = async (): Promise<void> => {
    for (let round = 0; round < 6; round += 1) {
      const id = await org.createProcessed();
      if (round % 2 === 0) await org.graphql(SYNC, { id });
    }
  };
  await Promise.all([0, 1, 2, 3].map(writer));
  writing.goesOn = false;
  await reading;
  while (await read());
  const { events } = await page(org, { limit: "100" });
  t.is(events.length, 36);
  t.deepEqual(seen, events);
});
