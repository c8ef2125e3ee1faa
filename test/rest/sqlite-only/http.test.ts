import { once } from "node:events";
import { connect } from "node:net";
import { exchangeText } from "../../helpers/rest/raw-request.js";
import { test } from "../../helpers/suite.js";

const lines = (...parts: string[]): string => [...parts, "", ""].join("\r\n");

const malformed: Record<string, string> = {
  "text that isn't HTTP": "hello\r\n\r\n",
  "an unknown HTTP version": lines("GET /v1/users HTTP/9.9", "host: x"),
  "an unknown method": lines("FETCH /v1/users HTTP/1.1", "host: x"),
  "a space in the path": lines("GET /v1/users and more HTTP/1.1", "host: x"),
  "a missing Host header": lines("GET /v1/users HTTP/1.1", "connection: close"),
  "two Host headers": lines("GET /v1/users HTTP/1.1", "host: x", "host: y", "connection: close"),
  "an invalid target": lines("GET http://[::1 HTTP/1.1", "host: x", "connection: close"),
  "a header without a name": lines("GET /v1/users HTTP/1.1", "host: x", ": y"),
  "two Content-Length headers": lines(
    "POST /v1/dialer HTTP/1.1",
    "host: x",
    "content-length: 1",
    "content-length: 2",
  ),
  "a Content-Length that isn't a number": lines(
    "POST /v1/dialer HTTP/1.1",
    "host: x",
    "content-length: one",
  ),
  "Content-Length with chunked encoding": lines(
    "POST /v1/dialer HTTP/1.1",
    "host: x",
    "content-length: 1",
    "transfer-encoding: chunked",
  ),
};

for (const [what, text] of Object.entries(malformed))
  test(`${what} gets 400, and the connection closes`, async (t) => {
    const { server, org } = t.context;
    t.regex(await exchangeText(server, text), /^HTTP\/1\.1 400 /);
    t.is((await org.get("/v1/users")).status, 200, "other clients are still served");
  });

const TOO_LONG = lines("GET /v1/users HTTP/1.1", "host: x", `x-long: ${"x".repeat(20_000)}`);

test("too long headers get 431", async (t) => {
  const { server, org } = t.context;
  t.regex(await exchangeText(server, TOO_LONG), /^HTTP\/1\.1 431 /);
  t.is((await org.get("/v1/users")).status, 200);
});

test("an unparsable request gets a JSON error with a code", async (t) => {
  for (const text of [...Object.values(malformed), TOO_LONG]) {
    const [head, body = ""] = (await exchangeText(t.context.server, text)).split("\r\n\r\n");
    t.regex(head!, /\r\ncontent-type: application\/json/i);
    const { message, code } = JSON.parse(body);
    t.regex(message, /./);
    t.regex(code, text === TOO_LONG ? /^PAYLOAD_TOO_LARGE$/ : /^INVALID_FIELD$/);
  }
});

test("a client that is still sending can read the error", async (t) => {
  const head = lines("POST /v1/dialer HTTP/1.1", "host: x", "content-length: one");
  for (let time = 0; time < 5; time += 1)
    t.regex(await exchangeText(t.context.server, head + "x".repeat(2_000_000)), /^HTTP\/1\.1 400 /);
});

test("an answered request gets no second response for its invalid end", async (t) => {
  const head = lines("GET /livez HTTP/1.1", "host: x", "transfer-encoding: chunked");
  const socket = connect(Number(new URL(t.context.server.url).port), "127.0.0.1");
  let received = "";
  socket.setEncoding("utf8").on("data", (part: string) => {
    if (received === "") socket.write("zz\r\n\r\n");
    received += part;
  });
  socket.write(head);
  await once(socket, "close");
  t.deepEqual(received.match(/HTTP\/1\.1 \d+/g), ["HTTP/1.1 200"]);
});

test("an invalid request is refused after the responses to earlier ones", async (t) => {
  const { server, org } = t.context;
  const get = lines("GET /v1/users HTTP/1.1", "host: x", `x-api-key: ${org.apiKey}`);
  const received = await exchangeText(server, `${get}${get}hello\r\n\r\n`);
  t.deepEqual(received.match(/HTTP\/1\.1 \d+/g), ["HTTP/1.1 200", "HTTP/1.1 200", "HTTP/1.1 400"]);
});

test("pipelined requests are answered in order", async (t) => {
  const { server, org } = t.context;
  const get = (path: string, ...more: string[]): string =>
    lines(`GET ${path} HTTP/1.1`, "host: x", `x-api-key: ${org.apiKey}`, ...more);
  const received = await exchangeText(
    server,
    get("/v1/users") + get("/v1/nothing") + get("/v1/teams", "connection: close"),
  );
  t.deepEqual(received.match(/HTTP\/1\.1 \d+/g), ["HTTP/1.1 200", "HTTP/1.1 404", "HTTP/1.1 200"]);
});

test("a client that disconnects within its body leaves nothing behind", async (t) => {
  const { server, org } = t.context;
  const body = JSON.stringify({
    call_id: "c-1",
    user_email: "rep@example.com",
    started_at: "2026-03-02T10:00:00Z",
  });
  const head = lines(
    "POST /v1/dialer HTTP/1.1",
    "host: x",
    `x-api-key: ${org.apiKey}`,
    "content-type: application/json",
    `content-length: ${body.length}`,
  );
  await exchangeText(server, head + body.slice(0, -1), "hang up");
  const { recording } = (await org.send("POST", "/v1/dialer", body)).body;
  const rows = await server.services.db("recordings").where("organization_id", org.id).pluck("id");
  t.deepEqual(rows, [recording.id]);
});
