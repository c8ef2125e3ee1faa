import { Webhook } from "standardwebhooks";
import { createWebhook, waitForDeliveries } from "../helpers/deliveries.js";
import { test } from "../helpers/own-suite.js";
import { startWebhookReceiver } from "../helpers/webhook-receiver.js";
import { connectEventStream, type StreamedEvent } from "../helpers/event-stream.js";

const SYNC = `mutation ($id: ID!) { syncRecording(recordingId: $id) { id } }`;
const REFRESH = `mutation { refreshApiKey { apiKey } }`;
const REDELIVER = `mutation ($id: ID!) { redeliver(deliveryId: $id) { id } }`;

const idOf = ({ body }: StreamedEvent): string =>
  (JSON.parse(body) as { data: { id: string } }).data.id;

test("the stream tells what happens from now on, signed as a webhook is", async (t) => {
  const { server, org } = t.context;
  await org.createProcessed();
  const stream = await connectEventStream(t, server.url, org.apiKey);
  t.is(stream.status, 200);
  t.is(stream.headers.get("content-type"), "text/event-stream; charset=utf-8");
  const id = await org.createProcessed();
  const told = await stream.next();
  t.deepEqual([told.event, idOf(told)], ["recording.processed", id]);
  // Its clock is the test's own, which is not the verifier's.
  const { headers, body } = told;
  const secret = new Webhook(org.signingSecret);
  const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
  t.is(headers["webhook-signature"], secret.sign(headers["webhook-id"]!, at, body));
});

test("the stream goes on after a cursor, its own or one of the list of events", async (t) => {
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

test("the stream tells more events than a page has, each once and in their order", async (t) => {
  const { server, org } = t.context;
  const stream = await connectEventStream(t, server.url, org.apiKey);
  const id = await org.createProcessed();
  await stream.next();
  for (let count = 0; count < 60; count += 1) await org.graphql(SYNC, { id });
  const { body } = await org.get("/v1/events?limit=100");
  const expected = (body as { events: { payload: string }[] }).events.slice(1);
  const told: string[] = [];
  while (told.length < 60) told.push((await stream.next()).body);
  t.deepEqual(
    told,
    expected.map(({ payload }) => payload),
  );
});

test("what is redelivered comes again on the stream, under its webhook's id", async (t) => {
  const { server, org } = t.context;
  const receiver = await startWebhookReceiver(t);
  await createWebhook(org, receiver.url);
  const stream = await connectEventStream(t, server.url, org.apiKey);
  await org.createProcessed();
  const told = await stream.next();
  await waitForDeliveries(org);
  const { deliveries } = await org.graphql(`{ deliveries { nodes { id messageId } } }`);
  const [{ id, messageId }] = deliveries.nodes;
  await org.graphql(REDELIVER, { id });
  const again = await stream.next();
  t.deepEqual([again.id, again.body], [undefined, told.body]);
  t.is(again.headers["webhook-id"], messageId);
});

test("a stream ends with its key", async (t) => {
  const { server, org } = t.context;
  const stream = await connectEventStream(t, server.url, org.apiKey);
  await org.graphql(REFRESH);
  await t.throwsAsync(stream.next(), { message: "ended" });
});

test("an organization hears nothing of another", async (t) => {
  const { server, org } = t.context;
  const other = await server.createTenant("Other");
  await other.createUser();
  const stream = await connectEventStream(t, server.url, org.apiKey);
  await other.createProcessed();
  const id = await org.createProcessed();
  t.is(idOf(await stream.next()), id);
});

test("a stream is refused without a key, with a bad cursor, and as the eleventh", async (t) => {
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

test("the stream is asked for as any other path of /v1", async (t) => {
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

test("who has gone makes room for others at once", async (t) => {
  const { server, org } = t.context;
  const streams = [];
  for (let count = 0; count < 10; count += 1)
    streams.push(await connectEventStream(t, server.url, org.apiKey));
  for (const { end } of streams) end();
  // By the time of its answer the server has seen them go.
  await org.get("/v1/users");
  t.is((await connectEventStream(t, server.url, org.apiKey)).status, 200);
});
