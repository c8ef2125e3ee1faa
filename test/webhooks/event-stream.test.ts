import { Webhook } from "standardwebhooks";
import { createWebhook, waitForDeliveries } from "../helpers/webhooks/deliveries.js";
import { test } from "../helpers/own-suite.js";
import { startWebhookReceiver } from "../helpers/webhooks/webhook-receiver.js";
import { MessageReader } from "../../src/api/event-stream/message-reader.js";
import { connectEventStream, type StreamedEvent } from "../helpers/webhooks/event-stream.js";

const SYNC = `mutation ($id: ID!) { syncRecording(recordingId: $id) { id } }`;
const REFRESH = `mutation { refreshApiKey { apiKey } }`;
const REDELIVER = `mutation ($id: ID!) { redeliver(deliveryId: $id) { id } }`;

const idOf = ({ body }: StreamedEvent): string =>
  (JSON.parse(body) as { data: { id: string } }).data.id;

test("the stream sends new events, signed like a webhook's", async (t) => {
  const { server, org } = t.context;
  await org.createProcessed();
  const stream = await connectEventStream(t, server.url, org.apiKey);
  t.is(stream.status, 200);
  t.is(stream.headers.get("content-type"), "text/event-stream; charset=utf-8");
  const id = await org.createProcessed();
  const received = await stream.next();
  t.deepEqual([received.event, idOf(received)], ["recording.processed", id]);
  // The test's clock isn't the verifier's.
  const { headers, body } = received;
  const secret = new Webhook(org.signingSecret);
  const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
  t.is(headers["webhook-signature"], secret.sign(headers["webhook-id"]!, at, body));
});

test("the stream continues after its own cursor or one of the event feed", async (t) => {
  const { server, org } = t.context;
  const ids = [
    await org.createProcessed(),
    await org.createProcessed(),
    await org.createProcessed(),
  ];
  const { body } = await org.get("/v1/events?limit=1");
  const { syncCursor } = body as { syncCursor: string };
  const first = await connectEventStream(t, server.url, org.apiKey, {
    query: `startAfter=${syncCursor}`,
  });
  const second = await first.next();
  t.is(idOf(second), ids[1]!);
  const again = await connectEventStream(t, server.url, org.apiKey, {
    headers: { "last-event-id": second.id! },
  });
  t.is(idOf(await again.next()), ids[2]!);
  const { body: list } = await org.get(`/v1/events?startAfter=${second.id!}`);
  t.is((list as { events: { recordingId: string }[] }).events[0]!.recordingId, ids[2]!);
});

test("the stream sends more events than a page has, each once and in order", async (t) => {
  const { server, org } = t.context;
  const stream = await connectEventStream(t, server.url, org.apiKey);
  const id = await org.createProcessed();
  await stream.next();
  for (let count = 0; count < 60; count += 1) await org.graphql(SYNC, { id });
  const { body } = await org.get("/v1/events?limit=100");
  const expected = (body as { events: { payload: string }[] }).events.slice(1);
  const received: string[] = [];
  while (received.length < 60) received.push((await stream.next()).body);
  t.deepEqual(
    received,
    expected.map(({ payload }) => payload),
  );
});

test("a page of erased events isn't the end of the stream", async (t) => {
  const { server, org } = t.context;
  const erased = await org.createProcessed();
  for (let count = 0; count < 60; count += 1) await org.graphql(SYNC, { id: erased });
  await org.graphql(`mutation { deleteRecording(id: "${erased}") }`);
  const id = await org.createProcessed();
  const reader = new MessageReader(server.services, org.id, 0);
  const received: string[] = [];
  for (;;) {
    const { messages, isAtEnd } = await reader.next(undefined);
    if (isAtEnd) break;
    received.push(...messages.map(({ body }) => body));
  }
  t.deepEqual(
    received.map((body) => (JSON.parse(body) as { data: { id: string } }).data.id),
    [id],
  );
});

test("a redelivery comes again on the stream, under its webhook-id", async (t) => {
  const { server, org } = t.context;
  const receiver = await startWebhookReceiver(t);
  await createWebhook(org, receiver.url);
  const stream = await connectEventStream(t, server.url, org.apiKey);
  await org.createProcessed();
  const received = await stream.next();
  await waitForDeliveries(org);
  const { deliveries } = await org.graphql(`{ deliveries { nodes { id messageId } } }`);
  const [{ id, messageId }] = deliveries.nodes;
  await org.graphql(REDELIVER, { id });
  const again = await stream.next();
  t.deepEqual([again.id, again.body], [undefined, received.body]);
  t.is(again.headers["webhook-id"], messageId);
});

test("a stream ends when its key is refreshed", async (t) => {
  const { server, org } = t.context;
  const stream = await connectEventStream(t, server.url, org.apiKey);
  await org.graphql(REFRESH);
  await t.throwsAsync(stream.next(), { message: "ended" });
});

test("the stream has no events of another organization", async (t) => {
  const { server, org } = t.context;
  const other = await server.createTenant("Other");
  await other.createUser();
  const stream = await connectEventStream(t, server.url, org.apiKey);
  await other.createProcessed();
  const id = await org.createProcessed();
  t.is(idOf(await stream.next()), id);
});

test("a stream is refused without a key, with an invalid cursor, and as the eleventh", async (t) => {
  const { server, org } = t.context;
  t.is((await connectEventStream(t, server.url, "dbk_no")).status, 401);
  const cursor = await org.get("/v1/events/stream?startAfter=x");
  t.deepEqual(
    [cursor.status, cursor.body.code, cursor.body.field],
    [400, "INVALID_CURSOR", "startAfter"],
  );
  t.is((await org.send("POST", "/v1/events/stream")).status, 405);
  const streams = [];
  for (let count = 0; count < 10; count += 1)
    streams.push(await connectEventStream(t, server.url, org.apiKey));
  const eleventh = await org.get("/v1/events/stream");
  t.deepEqual([eleventh.status, eleventh.body.code], [429, "RATE_LIMITED"]);
});

test("the stream handles parameters, HEAD and OPTIONS like any path of /v1", async (t) => {
  const { org } = t.context;
  for (const query of ["startAfter=", "startAfter=x&startAfter=y"]) {
    const refused = await org.get(`/v1/events/stream?${query}`, { "last-event-id": "x" });
    t.deepEqual(
      [refused.status, refused.body.code, refused.body.field],
      [400, "INVALID_FIELD", "startAfter"],
    );
  }
  const head = await org.send("HEAD", "/v1/events/stream/");
  t.deepEqual(
    [head.status, head.headers.get("content-type")],
    [200, "text/event-stream; charset=utf-8"],
  );
  const options = await org.send("OPTIONS", "/v1/events/stream");
  t.deepEqual([options.status, options.headers.get("allow")], [204, "GET, HEAD, OPTIONS"]);
});

test("a closed stream makes room for another at once", async (t) => {
  const { server, org } = t.context;
  const streams = [];
  for (let count = 0; count < 10; count += 1)
    streams.push(await connectEventStream(t, server.url, org.apiKey));
  for (const { end } of streams) end();
  // When the server answers, it has seen the streams close.
  await org.get("/v1/users");
  t.is((await connectEventStream(t, server.url, org.apiKey)).status, 200);
});
