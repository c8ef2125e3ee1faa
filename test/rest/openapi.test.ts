import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { printOpenApi } from "../../rest/openapi/print.js";
import { checkResponses } from "../helpers/rest/openapi-check.js";
import { sendRaw } from "../helpers/rest/raw-request.js";
import { startWebhookReceiver } from "../helpers/webhooks/webhook-receiver.js";
import { contractEvents, eventNames } from "../helpers/rest/contract-events.js";
import { test } from "../helpers/suite.js";
import { createWebhookWith, listDeliveryLog } from "../helpers/webhooks/webhooks.js";

const PATH = "/v1/openapi.json";

test("the OpenAPI document needs no key and names the server's URL", async (t) => {
  const { server } = t.context;
  const { status, body, headers } = await server.fetch(PATH);
  t.is(status, 200);
  t.is(headers.get("content-type"), "application/json; charset=utf-8");
  t.truthy(headers.get("x-request-id"));
  t.deepEqual(body, JSON.parse(printOpenApi(server.services.publicUrl)));
  t.deepEqual(body.servers, [{ url: server.services.publicUrl }]);
  t.is((await server.fetch(`${PATH}/`)).status, 200);
});

test("the OpenAPI document has an ETag and answers 304", async (t) => {
  const { server } = t.context;
  const { headers } = await server.fetch(PATH);
  const etag = headers.get("etag")!;
  t.regex(etag, /^W\/"/);
  const repeated = await server.fetch(PATH, { headers: { "if-none-match": etag } });
  t.is(repeated.status, 304);
  t.is(repeated.text, "");
});

test("the OpenAPI document allows only GET, HEAD and OPTIONS", async (t) => {
  const { server } = t.context;
  const head = await server.fetch(PATH, { method: "HEAD" });
  t.is(head.status, 200);
  t.is(head.text, "");
  const refused = await server.fetch(PATH, { method: "POST" });
  t.is(refused.status, 405);
  t.is(refused.headers.get("allow"), "GET, HEAD, OPTIONS");
  t.is((await sendRaw(server, { method: "OPTIONS", path: PATH })).status, 204);
});

test("every webhook event fits the OpenAPI document", async (t) => {
  const { org } = t.context;
  const { url, waitFor } = await startWebhookReceiver(t);
  await createWebhookWith(org, { url, events: eventNames });
  for (const event of eventNames) await contractEvents[event](t.context);
  const received = await waitFor((await listDeliveryLog(org)).length);
  // The receiver checks each body against the document; this checks that all types arrived.
  t.deepEqual(new Set(received.map(({ body }) => JSON.parse(body).event)), new Set(eventNames));
});

test("the tests turn responses that don't fit the document into 599", async (t) => {
  const answers: [path: string, status: number, body: unknown][] = [
    ["/v1/teams", 200, { teams: [] }],
    ["/v1/teams/", 200, { teams: [], more: 1 }],
    ["/v1/teams?page=1", 200, { teams: [{ id: "1", name: null, members: [] }] }],
    ["/v1/teams?page=2", 418, { message: "No" }],
    ["/v1/teams?page=3", 404, { message: "Not found", code: "NOT_FOUND" }],
    ["/v1/unknown", 404, { message: "Not found", code: "NOT_FOUND" }],
    ["/v1/unknown/", 200, {}],
  ];
  const server = createServer(({ url }, response) => {
    const [, status, body] = answers.find(([path]) => path === url)!;
    response.statusCode = status;
    for (const name of ["x-request-id", "etag", "cache-control"]) response.setHeader(name, "x");
    response.setHeader("content-type", "application/json; charset=utf-8");
    response.end(JSON.stringify(body));
  });
  checkResponses(server);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  t.teardown(() => void server.close());
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const statuses = await Promise.all(
    answers.map(async ([path]) => (await fetch(base + path)).status),
  );
  t.deepEqual(statuses, [200, 599, 599, 599, 599, 404, 599]);
});
