import { test } from "../helpers/suite.js";
import { tools as allTools } from "../../src/api/mcp/tools.js";

const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const ACCEPT = { accept: "application/json, text/event-stream" };

test("/mcp requires an API key and accepts no other credential", async (t) => {
  const { server, org } = t.context;
  for (const authorization of ["", "Bearer wrong", `Bearer ${org.internalToken}`]) {
    const { status, body, headers } = await server.fetch("/mcp", {
      method: "POST",
      headers: { ...ACCEPT, "content-type": "application/json", authorization },
      body: JSON.stringify(LIST),
    });
    t.deepEqual([status, body], [401, { message: "Invalid Api Key" }]);
    t.is(headers.get("www-authenticate"), "Bearer");
  }
});

test("/mcp accepts requests from its own origin only", async (t) => {
  const { org, server } = t.context;
  const sendFrom = (origin: string) => org.send("POST", "/mcp", LIST, { ...ACCEPT, origin });
  for (const origin of ["https://evil.example", "null", "http://127.0.0.1:8480"]) {
    const { status, body } = await sendFrom(origin);
    t.deepEqual([status, body.code], [403, "FORBIDDEN"], origin);
  }
  const { status, body } = await sendFrom(server.services.publicUrl);
  t.is(status, 200);
  t.is(body.result.tools.length, allTools.length);
});

test("responses are JSON, uncached and without a session", async (t) => {
  const { org } = t.context;
  const { headers, body } = await org.send("POST", "/mcp", LIST, ACCEPT);
  t.regex(headers.get("content-type")!, /^application\/json/);
  t.is(headers.get("mcp-session-id"), null);
  t.is(headers.get("cache-control"), "no-store");
  t.is(body.id, 1);
});

test("an invalid MCP request gets the same errors as other endpoints", async (t) => {
  const { org } = t.context;
  const get = await org.get("/mcp");
  t.deepEqual([get.status, get.headers.get("allow")], [405, "OPTIONS, POST"]);
  t.is((await org.send("DELETE", "/mcp")).status, 405);
  t.is((await org.send("POST", "/mcp", "{", ACCEPT)).status, 400);
  t.is((await org.send("POST", "/mcp", "[]", ACCEPT)).status, 400);
  t.is(
    (await org.send("POST", "/mcp", LIST, { ...ACCEPT, "content-type": "text/plain" })).status,
    415,
  );
  const large = { ...LIST, params: { text: "x".repeat(1024 * 1024) } };
  t.is((await org.send("POST", "/mcp", large, ACCEPT)).status, 413);
  const unknown = await org.send("POST", "/mcp", { ...LIST, method: "tools/delete" }, ACCEPT);
  t.is(unknown.body.error.code, -32601);
  t.is((await org.get("/mcp/more")).status, 404);
});

test("a subscription can't keep a connection open", async (t) => {
  const { org } = t.context;
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const method = "subscriptions/listen";
  const params = { _meta: meta, notifications: { toolsListChanged: true } };
  const { headers, body } = await org.send(
    "POST",
    "/mcp",
    { ...LIST, method, params },
    {
      ...ACCEPT,
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
    },
  );
  t.regex(headers.get("content-type")!, /^application\/json/);
  t.regex(body.error.message, /limit/);
});
