import { connect } from "node:net";
import { beginRawRequest } from "../../helpers/rest/raw-request.js";
import type { Tenant, SharedServer } from "../../helpers/server.js";
import { test } from "../../helpers/suite.js";

const MIB = 1024 * 1024;

const TASK = {
  event_id: "e-1",
  user_email: "rep@example.com",
  start_time: "2026-03-03T10:00:00Z",
};
const CALL = {
  call_id: "c-1",
  user_email: "rep@example.com",
  started_at: "2026-03-02T10:00:00Z",
};

/** Returns the object as JSON of exactly `bytes` bytes. */
const pad = (value: object, bytes: number): string => {
  const text = JSON.stringify({ ...value, padding: "" });
  return `${text.slice(0, -2)}${"x".repeat(bytes - text.length)}"}`;
};

const endpoints = (org: Tenant) =>
  [
    ["POST", "/v1/scheduled-tasks", TASK, MIB],
    ["PUT", "/v1/scheduled-tasks/e-1", { title: "Roof" }, MIB],
    ["POST", "/v1/dialer", CALL, 10 * MIB],
    ["POST", new URL(org.dialerUrl).pathname, CALL, 10 * MIB],
  ] as const;

const begin = (server: SharedServer, org: Tenant, path: string, headers: object) =>
  beginRawRequest(server, {
    method: "POST",
    path,
    headers: { "x-api-key": org.apiKey, "content-type": "application/json", ...headers },
  });

test("a body may have 1 MiB, a call 10 MiB, but not a byte more", async (t) => {
  const { org } = t.context;
  for (const [method, path, value, limit] of endpoints(org)) {
    const full = await org.send(method, path, pad(value, limit));
    t.is(full.status, 200, full.text);
    const over = await org.send(method, path, pad(value, limit + 1));
    t.is(over.status, 413, path);
    t.is(over.body.code, "PAYLOAD_TOO_LARGE");
    t.deepEqual(Object.keys(over.body), ["message", "code"]);
  }
});

test("a too large Content-Length is rejected before the body is sent", async (t) => {
  const { server, org } = t.context;
  for (const [path, limit] of [
    ["/v1/scheduled-tasks", MIB],
    ["/v1/dialer", 10 * MIB],
  ] as const) {
    const { request, answer } = begin(server, org, path, { "content-length": limit + 1 });
    request.flushHeaders();
    t.is((await answer).status, 413);
    request.destroy();
  }
});

test("a chunked body is rejected once it is too large, even if it never ends", async (t) => {
  const { server, org } = t.context;
  const { request, answer } = begin(server, org, "/v1/scheduled-tasks", {
    "transfer-encoding": "chunked",
  });
  request.write(pad(TASK, MIB));
  request.write("x");
  const { status, text } = await answer;
  t.is(status, 413);
  t.is(JSON.parse(text).code, "PAYLOAD_TOO_LARGE");
  request.destroy();
});

test("a chunked body within the limit is accepted", async (t) => {
  const { server, org } = t.context;
  const { request, answer } = begin(server, org, "/v1/scheduled-tasks", {
    "transfer-encoding": "chunked",
  });
  const text = pad(TASK, MIB);
  for (let from = 0; from < text.length; from += 100_000)
    request.write(text.slice(from, from + 100_000));
  request.end();
  t.is((await answer).status, 200);
});

test("the server closes the connection of an endless body", async (t) => {
  const { server, org } = t.context;
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  const head = [
    "POST /v1/scheduled-tasks HTTP/1.1",
    "host: x",
    `x-api-key: ${org.apiKey}`,
    "content-type: application/json",
    "transfer-encoding: chunked",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  const chunk = `10000\r\n${" ".repeat(0x10000)}\r\n`;
  let sent = 0;
  const writeUntilBlocked = (): void => {
    while (!socket.destroyed && sent < 1000 * MIB) {
      sent += 0x10000;
      if (!socket.write(chunk)) return;
    }
  };
  socket.on("drain", writeUntilBlocked);
  // The server may reset the connection while the test still writes.
  socket.on("error", () => {});
  writeUntilBlocked();
  await new Promise((resolve) => socket.on("close", resolve));
  t.true(sent < 100 * MIB, `${sent} bytes were taken`);
});

test("a client that sends a far too large body still reads the 413", async (t) => {
  const { org } = t.context;
  for (let time = 0; time < 5; time += 1) {
    const answer = await org.send("POST", "/v1/scheduled-tasks", pad(TASK, 8 * MIB));
    t.is(answer.status, 413);
  }
});
