import { connect } from "node:net";
import { sendRaw } from "../../helpers/rest/raw-request.js";
import type { SharedServer } from "../../helpers/server.js";
import { test } from "../../helpers/suite.js";

const MIB = 1024 * 1024;

/**
 * Writes a body until the server closes the connection. Returns the bytes written and the response.
 */
const writeBody = async (
  server: SharedServer,
  head: string[],
  bytes: number,
): Promise<{ bytesWritten: number; received: string }> =>
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
    socket.on("close", () => resolve({ bytesWritten: socket.bytesWritten, received }));
    socket.write([...head, `content-length: ${bytes}`, "", ""].join("\r\n"));
    write();
  });

const rejectedRequests: Record<string, { head: string[]; status: number }> = {
  "without a key": { head: ["POST /v1/dialer HTTP/1.1"], status: 401 },
  "for an unknown path": { head: ["POST /nothing HTTP/1.1"], status: 404 },
  "for /graphql without a key": { head: ["POST /graphql HTTP/1.1"], status: 401 },
};

for (const [what, { head, status }] of Object.entries(rejectedRequests))
  test(`the server stops reading a body ${what}`, async (t) => {
    const { bytesWritten, received } = await writeBody(
      t.context.server,
      [...head, "host: x"],
      500 * MIB,
    );
    t.true(received.startsWith(`HTTP/1.1 ${status} `), received.slice(0, 40));
    // Includes the bytes in the sockets' buffers.
    t.true(bytesWritten < 50 * MIB, String(bytesWritten));
    t.is((await t.context.org.get("/v1/users")).status, 200);
  });

test("a slightly too large body gets 413 on an intact connection", async (t) => {
  const { org } = t.context;
  const body = JSON.stringify({ x: "x".repeat(1.5 * MIB) });
  for (let time = 0; time < 10; time += 1)
    t.is((await org.send("POST", "/v1/scheduled-tasks", body)).status, 413);
});

test("an unknown Expect header changes nothing", async (t) => {
  const { server, org } = t.context;
  const send = (headers: Record<string, string>) =>
    sendRaw(server, { path: "/v1/users", headers: { expect: "the unexpected", ...headers } });
  const withoutKey = await send({});
  t.is(withoutKey.status, 401);
  t.is(withoutKey.text, '{"message":"Invalid Api Key"}');
  t.truthy(withoutKey.headers["x-request-id"]);
  t.is((await send({ "x-api-key": org.apiKey })).status, 200);
});

test("paths outside /v1 list their methods in a 405", async (t) => {
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
