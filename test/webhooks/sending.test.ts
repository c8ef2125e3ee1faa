import { once } from "node:events";
import { Agent as HttpAgent, createServer } from "node:http";
import type { LookupFunction } from "node:net";
import test from "ava";
import { DestinationNotAllowedError } from "../../src/base/net/destination-policy.js";
import { version } from "../../src/base/version.js";
import {
  listenUntilEnd,
  buildMessage,
  startHttpReceiver,
  createTestSender,
} from "../helpers/webhooks/socket-receivers.js";

test("an attempt posts the body unchanged, with only the headers that it needs", async (t) => {
  const seen: { line: string; names: string; body: string; headers: unknown[] }[] = [];
  const url = await startHttpReceiver(t, (request, response, body) => {
    const { method, url: path, headers, rawHeaders } = request;
    const names = rawHeaders
      .filter((_name, index) => index % 2 === 0)
      .map((name) => name.toLowerCase());
    seen.push({
      line: `${method} ${path}`,
      names: names.sort().join(" "),
      body: body.toString(),
      headers: [headers["content-type"], headers["user-agent"], headers["webhook-test"]],
    });
    response.setHeader("set-cookie", "a=b").end();
  });
  const { send } = createTestSender(t);
  const body = '{"text":"é"}';
  const target = `${url}?a=b%20c&d=%2F+e&a=`;
  await send(buildMessage(target, { body }));
  await send(buildMessage(target, { body, test: true }));
  const names =
    "connection content-length content-type host user-agent webhook-id webhook-signature";
  const headers = ["application/json", `debrief/${version}`];
  const line = "POST /hook?a=b%20c&d=%2F+e&a=";
  t.deepEqual(seen, [
    { line, names: `${names} webhook-timestamp`, body, headers: [...headers, undefined] },
    { line, names: `${names} webhook-test webhook-timestamp`, body, headers: [...headers, "true"] },
  ]);
});

for (const [status, error] of [
  [200, null],
  [201, null],
  [202, null],
  [204, null],
  [299, null],
  [300, "redirects are not followed"],
  [302, "redirects are not followed"],
  [308, "redirects are not followed"],
  [400, "answered 400"],
  [401, "answered 401"],
  [410, "answered 410"],
  [429, "answered 429"],
  [500, "answered 500"],
  [503, "answered 503"],
] as const)
  test(`an answer of ${status} is ${error === null ? "delivered" : `failed with "${error}"`}, after one request`, async (t) => {
    let requests = 0;
    const url = await startHttpReceiver(t, (_request, response) => {
      requests += 1;
      response
        .writeHead(status, { location: "/elsewhere", "retry-after": "0" })
        .end(status === 204 ? "" : "so");
    });
    const { send, agent } = createTestSender(t);
    const outcome = await send(buildMessage(url));
    const { durationMs } = outcome;
    const delivered = error === null;
    t.deepEqual(outcome, {
      delivered,
      status,
      body: status === 204 ? "" : "so",
      error,
      timedOut: false,
      attempted: true,
      durationMs,
    });
    t.true(Number.isInteger(durationMs) && durationMs >= 0);
    await send(buildMessage(url));
    t.is(requests, 2);
    t.is(agent.openedSockets.length, 1);
  });

for (const [name, sent, stored] of [
  ["is cut to 4 KiB", "x".repeat(5000), "x".repeat(4096)],
  ["is cut between characters", `x${"é".repeat(3000)}`, `x${"é".repeat(2047)}`],
  ["is cut between long characters", `xx${"😀".repeat(2000)}`, `xx${"😀".repeat(1023)}`],
  ["has no U+0000", "a\0b", "a\uFFFDb"],
  ["has invalid UTF-8 replaced", Buffer.from([0x61, 0xff, 0xc3]), "a\uFFFD\uFFFD"],
  ["is at most 4 KiB after invalid UTF-8 is replaced", Buffer.alloc(4096), "\uFFFD".repeat(1365)],
] as const)
  test(`the stored response ${name}`, async (t) => {
    const url = await startHttpReceiver(t, (_request, response) => response.end(sent));
    t.is((await createTestSender(t).send(buildMessage(url))).body, stored);
  });

const failing =
  (error: Error): LookupFunction =>
  (_name, _options, callback) =>
    callback(error, "");

const lookups: [error: string, lookup: LookupFunction][] = [
  ["host name not found", failing(Object.assign(new Error("no"), { code: "ENOTFOUND" }))],
  [
    "host name could not be looked up",
    failing(Object.assign(new Error("no"), { code: "EAI_AGAIN" })),
  ],
  ["destination is not allowed", failing(new DestinationNotAllowedError("10.0.0.1 is private"))],
  ["request failed", failing(new Error("10.0.0.1 at line 3"))],
  ["timed out after 0.2 s", () => {}],
];

for (const [error, lookup] of lookups)
  test(`an attempt without a connection fails with: ${error}`, async (t) => {
    const { send } = createTestSender(t, 200, { http: new HttpAgent({ lookup }) });
    t.like(await send(buildMessage("http://name.example/hook")), {
      delivered: false,
      status: null,
      body: null,
      error,
    });
  });

test("an agent that refuses at once or never connects fails the attempt", async (t) => {
  class Refusing extends HttpAgent {
    override createConnection(): never {
      throw new DestinationNotAllowedError("no");
    }
  }
  class Waiting extends HttpAgent {
    override createConnection(): undefined {}
  }
  const refused = await createTestSender(t, 200, { http: new Refusing() }).send(
    buildMessage("http://127.0.0.1:1/"),
  );
  t.is(refused.error, "destination is not allowed");
  const waited = await createTestSender(t, 200, { http: new Waiting() }).send(
    buildMessage("http://127.0.0.1:1/"),
  );
  t.is(waited.error, "timed out after 0.2 s");
});

test("a port without a listener refuses the connection", async (t) => {
  const outcome = await createTestSender(t).send(buildMessage("http://127.0.0.1:1/"));
  t.like(outcome, { delivered: false, status: null, error: "connection refused" });
});

for (const [name, fields] of [
  ["no URL", { url: "" }],
  ["a URL without a host", { url: "http://" }],
  ["another protocol", { url: "ftp://127.0.0.1/" }],
  ["a path alone", { url: "/hook" }],
  ["a name for a socket file", { url: "unix:/var/run/x.sock:/hook" }],
  ["an id that isn't a valid header", { url: "http://127.0.0.1:1/", messageId: "a\nb" }],
  ["a missing body", { url: "http://127.0.0.1:1/", body: undefined as unknown as string }],
] as const)
  test(`${name} is a failed attempt`, async (t) => {
    const outcome = await createTestSender(t).send(buildMessage(fields.url, fields));
    t.like(outcome, { delivered: false, status: null, body: null });
    t.regex(outcome.error!, /^(URL is not valid|request failed)$/);
  });

const countTimers = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

test.serial("no timer outlives an attempt", async (t) => {
  const url = await startHttpReceiver(t, (_request, response) => response.end());
  const { send, agent } = createTestSender(t, 3_600_000);
  const before = countTimers();
  await send(buildMessage(url));
  await send(buildMessage("http://127.0.0.1:1/"));
  await send(buildMessage(""));
  t.is(countTimers(), before);
  const [connection] = agent.openedSockets;
  agent.destroy();
  if (!connection!.closed) await once(connection!, "close");
});

test("a connection is kept if the response came before the request ended", async (t) => {
  const server = createServer((request, response) => {
    response.end();
    request.resume();
  });
  const { send, agent } = createTestSender(t);
  const url = await listenUntilEnd(t, server);
  // Several parts: got would write one per turn of the event loop.
  const body = "x".repeat(150_000);
  for (let count = 0; count < 3; count += 1)
    t.true((await send(buildMessage(url, { body }))).delivered);
  t.is(agent.openedSockets.length, 1);
});
