import { connect } from "node:net";
import { sendRaw } from "../../helpers/raw-request.js";
import type { SharedServer } from "../../helpers/server.js";
import { test } from "../../helpers/suite.js";

const MIB = 1024 * 1024;

/** Writes a body of that length for as long as the server takes it; how much was taken. */
const pour = async (
  server: SharedServer,
  head: string[],
  bytes: number,
): Promise<{ taken: number; received: string }> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    const chunk = Buffer.alloc(64 * 1024, "x");
    let received = "";
    const write = (): void => {
      while (socket.bytesWritten < bytes) if (!socket.write(chunk)) return;
    };
    socket.setEncoding("utf8").on("data", (text: string) => (received += text));
    socket.on("error", () => {});
    socket.on("drain", write);
    socket.on("close", () => resolve({ taken: socket.bytesWritten, received }));
    socket.write([...head, `content-length: ${bytes}`, "", ""].join("\r\n"));
    write();
  });

const refused: Record<string, { head: string[]; status: number }> = {
  "without a key": { head: ["POST /v1/dialer HTTP/1.1"], status: 401 },
  "to a path that is not there": { head: ["POST /nothing HTTP/1.1"], status: 404 },
  "without a key to the core": { head: ["POST /graphql HTTP/1.1"], status: 401 },
};

for (const [what, { head, status }] of Object.entries(refused))
  test(`a body ${what} is not taken for ever`, async (t) => {
    const { taken, received } = await pour(t.context.server, [...head, "host: x"], 500 * MIB);
    t.true(received.startsWith(`HTTP/1.1 ${status} `), received.slice(0, 40));
    // What the sockets' buffers hold has been written too.
    t.true(taken < 50 * MIB, String(taken));
    t.is((await t.context.org.get("/v1/users")).status, 200);
  });

test("a caller that sends a little too much is told so, and not cut off", async (t) => {
  const { org } = t.context;
  const body = JSON.stringify({ x: "x".repeat(1.5 * MIB) });
  for (let time = 0; time < 10; time += 1)
    t.is((await org.send("POST", "/v1/scheduled-tasks", body)).status, 413);
});

test("an expectation that nobody knows changes nothing", async (t) => {
  const { server, org } = t.context;
  const ask = (headers: Record<string, string>) =>
    sendRaw(server, { path: "/v1/users", headers: { expect: "the unexpected", ...headers } });
  const stranger = await ask({});
  t.is(stranger.status, 401);
  t.is(stranger.text, '{"message":"Invalid Api Key"}');
  t.truthy(stranger.headers["x-request-id"]);
  t.is((await ask({ "x-api-key": org.apiKey })).status, 200);
});

test("paths outside /v1 say which methods they know", async (t) => {
  const { server, org } = t.context;
  const live = await server.fetch("/livez", { method: "POST" });
  t.is(live.status, 405);
  t.is(live.headers.get("allow"), "GET, HEAD, OPTIONS");
  t.is(live.body.code, "METHOD_NOT_ALLOWED");
  const graph = await org.send("PUT", "/graphql", { query: "{ viewer { role } }" });
  t.is(graph.status, 405);
  t.is(graph.headers.get("allow"), "GET, HEAD, OPTIONS, POST");
  t.is(graph.body.errors[0].extensions.code, "METHOD_NOT_ALLOWED");
});
