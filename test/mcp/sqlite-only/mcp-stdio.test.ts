import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { createAssistant } from "../../helpers/assistant.js";
import { command, createInstallation } from "../../helpers/program.js";
import { test } from "../../helpers/suite.js";

/** The official client, connected to a debrief mcp of its own, and what that says on stderr. */
const start = async (url: string, key: string, mode: "auto" | "legacy" = "auto") => {
  const [program, ...before] = command;
  const transport = new StdioClientTransport({
    command: program!,
    args: [...before, "mcp", "--url", url],
    env: { PATH: process.env["PATH"]!, DEBRIEF_API_KEY: key },
    stderr: "pipe",
  });
  const said: string[] = [];
  transport.stderr!.on("data", (text) => void said.push(String(text)));
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  // What is no message of the protocol on stdout.
  Object.assign(client, { onerror: (error: Error) => void said.push(error.message) });
  await client.connect(transport);
  return { ...createAssistant(client), said };
};

for (const mode of ["auto", "legacy"] as const)
  test(`an assistant reads a running server through debrief mcp (${mode})`, async (t) => {
    const { server, org } = t.context;
    const id = await org.createProcessed({ name: "Visit" });
    const { client, callTool, said } = await start(`${server.url}/`, org.apiKey, mode);
    t.is((await client.listTools()).tools.length, 10);
    t.is((await callTool("find_recordings")).data.recordings[0].id, id);
    t.is((await callTool("get_recording", { id: "x" })).error.code, "NOT_FOUND");
    await client.close();
    t.deepEqual(said, []);
  });

test("debrief mcp tells what is wrong with its key, on stderr too", async (t) => {
  const { client, callTool, said } = await start(t.context.server.url, "dbk_wrong");
  await t.throwsAsync(client.listTools(), { message: /Invalid Api Key/ });
  t.regex((await callTool("list_users")).error.message, /Invalid Api Key \(401\)/);
  await client.close();
  t.regex(said.join(""), /Invalid Api Key/);
});

test("debrief mcp tells that no server is there", async (t) => {
  const { client, callTool } = await start("http://127.0.0.1:1", "dbk_any");
  t.regex((await callTool("list_users")).error.message, /^http:\/\/127\.0\.0\.1:1: /);
  await client.close();
});

test("debrief mcp needs a key, and the URL of a server", async (t) => {
  const program = await createInstallation();
  const url = ["mcp", "--url", "calls.example.com"];
  const { code, stderr } = await program.run(["mcp"]);
  t.deepEqual([code, /DEBRIEF_API_KEY is required/.test(stderr)], [78, true]);
  t.is((await program.run(url, { DEBRIEF_API_KEY: "dbk_any" })).code, 2);
  await program.remove();
});
