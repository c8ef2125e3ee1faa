import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { ExecutionContext } from "ava";
import { createAssistant } from "../../helpers/mcp/assistant.js";
import { command, createInstallation } from "../../helpers/server/program.js";
import { test } from "../../helpers/suite.js";
import { tools as allTools } from "../../../src/api/mcp/tools.js";

/**
 * Starts debrief mcp and connects the official client. `messages` collects stderr and protocol
 * errors.
 */
const startAssistant = async (
  t: ExecutionContext,
  url: string,
  key: string,
  mode: "auto" | "legacy" = "auto",
) => {
  const [program, ...before] = command;
  const transport = new StdioClientTransport({
    command: program!,
    args: [...before, "mcp", "--url", url],
    env: { PATH: process.env["PATH"]!, DEBRIEF_API_KEY: key },
    stderr: "pipe",
  });
  const messages: string[] = [];
  transport.stderr!.on("data", (text) => void messages.push(String(text)));
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  // Reports anything on stdout that isn't a protocol message.
  Object.assign(client, { onerror: (error: Error) => void messages.push(error.message) });
  // A child that is left keeps the run of all tests from ending.
  t.teardown(() => client.close());
  await client.connect(transport);
  return { ...createAssistant(client), messages };
};

for (const mode of ["auto", "legacy"] as const)
  test(`an assistant reads a running server through debrief mcp (${mode})`, async (t) => {
    const { server, org } = t.context;
    const id = await org.createProcessed({ name: "Visit" });
    const { client, callTool, messages } = await startAssistant(
      t,
      `${server.url}/`,
      org.apiKey,
      mode,
    );
    t.is((await client.listTools()).tools.length, allTools.length);
    t.is((await callTool("find_recordings")).data.recordings[0].id, id);
    t.is((await callTool("get_recording", { id: "x" })).error.code, "NOT_FOUND");
    await client.close();
    t.deepEqual(messages, []);
  });

test("debrief mcp reports an invalid key to the assistant and on stderr", async (t) => {
  const { client, callTool, messages } = await startAssistant(t, t.context.server.url, "dbk_wrong");
  await t.throwsAsync(client.listTools(), { message: /Invalid Api Key/ });
  t.regex((await callTool("list_users")).error.message, /Invalid Api Key \(401\)/);
  await client.close();
  t.regex(messages.join(""), /Invalid Api Key/);
});

test("debrief mcp reports an unreachable server", async (t) => {
  const { client, callTool } = await startAssistant(t, "http://127.0.0.1:1", "dbk_any");
  t.regex((await callTool("list_users")).error.message, /^http:\/\/127\.0\.0\.1:1: /);
  await client.close();
});

test("debrief mcp requires a key and a server URL", async (t) => {
  const program = await createInstallation();
  const url = ["mcp", "--url", "calls.example.com"];
  const { code, stderr } = await program.run(["mcp"]);
  t.deepEqual([code, /DEBRIEF_API_KEY is required/.test(stderr)], [78, true]);
  t.is((await program.run(url, { DEBRIEF_API_KEY: "dbk_any" })).code, 2);
  await program.remove();
});
