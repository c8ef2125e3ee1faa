import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { createClient, pagesOf, verifyEvent } from "../../clients/typescript/src/index.js";
import { createWebhook } from "../helpers/webhooks/deliveries.js";
import { test } from "../helpers/own-suite.js";
import { startWebhookReceiver } from "../helpers/webhooks/webhook-receiver.js";

const run = promisify(execFile);

test("the client's types match the OpenAPI document", async (t) => {
  await t.notThrowsAsync(run(process.execPath, ["build/scripts/client.js", "--check"]));
});

test("the client pushes an appointment and reads its recording", async (t) => {
  const { server, org } = t.context;
  const email = await org.createUser("rep@example.com");
  const client = createClient(`${server.url}/`, org.apiKey);
  const pushed = await client.POST("/v1/scheduled-tasks", {
    body: {
      event_id: "visit-1",
      user_email: email,
      start_time: "2026-03-02T12:00:00.000Z",
      end_time: "2026-03-02T13:00:00.000Z",
    },
  });
  t.is(pushed.response.status, 200);
  const recordingId = await org.createProcessed({ event_id: "visit-1", user_email: email });
  const { data } = await client.GET("/v1/scheduled-tasks/{event_id}", {
    params: { path: { event_id: "visit-1" } },
  });
  t.like(data?.appointment, { user_email: email, recordingId });
});

test("the client reads all pages of a list", async (t) => {
  const { server, org } = t.context;
  const ids = [];
  for (let count = 0; count < 5; count += 1) ids.push(await org.createProcessed());
  const client = createClient(server.url, org.apiKey);
  const found: string[] = [];
  const pages = pagesOf((startAfter) =>
    client.GET("/v1/recordings", {
      params: { query: { limit: 2, ...(startAfter !== undefined && { startAfter }) } },
    }),
  );
  for await (const { recordings } of pages) found.push(...recordings.map(({ id }) => id));
  t.deepEqual(found, ids.toReversed());
});

test("the client distinguishes an error from a result", async (t) => {
  const { server, org } = t.context;
  const client = createClient(server.url, org.apiKey);
  const { data, error, response } = await client.GET("/v1/recordings", {
    params: { query: { limit: 0 } },
  });
  t.is(data, undefined);
  t.is(response.status, 400);
  t.like(error, { code: "INVALID_FIELD", field: "limit" });
  const pages = pagesOf(() => client.GET("/v1/recordings", { params: { query: { limit: 0 } } }));
  await t.throwsAsync(pages.next(), { message: /^limit / });
});

test("the client verifies a webhook and rejects a changed one", async (t) => {
  const { server, org } = t.context;
  server.clock.time = Date.now();
  const receiver = await startWebhookReceiver(t);
  const { secret } = await createWebhook(org, receiver.url);
  const id = await org.createProcessed();
  const [received] = await receiver.waitFor(1);
  const event = verifyEvent(secret, received!.headers, received!.body);
  t.like(event, { event: "recording.processed", data: { id } });
  t.throws(() => verifyEvent(secret, received!.headers, `${received!.body} `));
});
