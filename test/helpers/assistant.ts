import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { ExecutionContext } from "ava";

/** What a tool has answered. */
interface ToolResult {
  /** Undefined where it has refused. */
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any;
  /** What it has refused with. */
  // oxlint-disable-next-line typescript/no-explicit-any
  error: any;
  /** Of the answer's text. */
  bytes: number;
}

/** An assistant that has connected. */
export interface Assistant {
  client: Client;
  callTool: (name: string, values?: Record<string, unknown>) => Promise<ToolResult>;
}

export const createAssistant = (client: Client): Assistant => ({
  client,
  callTool: async (name, values = {}) => {
    const { content, isError, structuredContent } = await client.callTool({
      name,
      arguments: values,
    });
    const [part] = content;
    if (part?.type !== "text") throw new Error("no text");
    const said: unknown = JSON.parse(part.text);
    if (!isError && JSON.stringify(structuredContent) !== JSON.stringify(said))
      throw new Error("the text is not what the structure says");
    return {
      data: isError ? undefined : said,
      error: isError ? said : undefined,
      bytes: Buffer.byteLength(part.text),
    };
  },
});

/** The official client, connected over HTTP; `modern`: in the revision of 2026-07-28. */
export const connectAssistant = async (
  t: ExecutionContext,
  url: string,
  key: string,
  modern = true,
): Promise<Assistant> => {
  const client = new Client(
    { name: "test", version: "1.0.0" },
    modern ? { versionNegotiation: { mode: "auto" } } : {},
  );
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }),
  );
  t.teardown(() => client.close());
  return createAssistant(client);
};
