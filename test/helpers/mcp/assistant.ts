import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { ExecutionContext } from "ava";

/** The result of a tool call. */
interface ToolResult {
  /** Undefined after an error. */
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any;
  /** The error, if any. */
  // oxlint-disable-next-line typescript/no-explicit-any
  error: any;
  /** The size of the result's text. */
  bytes: number;
}

/** A connected assistant. */
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
    const result: unknown = JSON.parse(part.text);
    if (!isError && JSON.stringify(structuredContent) !== JSON.stringify(result))
      throw new Error("the text differs from the structured content");
    return {
      data: isError ? undefined : result,
      error: isError ? result : undefined,
      bytes: Buffer.byteLength(part.text),
    };
  },
});

/** Connects the official client over HTTP. `isModern` selects the revision of 2026-07-28. */
export const connectAssistant = async (
  t: ExecutionContext,
  url: string,
  key: string,
  isModern = true,
): Promise<Assistant> => {
  const client = new Client(
    { name: "test", version: "1.0.0" },
    isModern ? { versionNegotiation: { mode: "auto" } } : {},
  );
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }),
  );
  t.teardown(() => client.close());
  return createAssistant(client);
};
