import { type CallToolResult, ProtocolError, type Tool } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createMcpServer, buildToolError } from "./server.js";

const TIMEOUT_MS = 60_000;

interface McpReply {
  result?: Record<string, unknown>;
  error?: { code: number; message: string };
  /** Set if the server refuses the whole request. */
  message?: string;
}

/** Sends a request to a running server. @throws Error with the problem and the URL */
const callServer = async (
  url: string,
  key: string,
  method: string,
  params: object,
): Promise<object> => {
  let answer: Response;
  try {
    answer = await fetch(`${url}/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    const { message, cause } = error as Error;
    throw new Error(`${url}: ${(cause as Error | undefined)?.message || message}`, {
      cause: error,
    });
  }
  const reply = (await answer.json().catch(() => ({}))) as McpReply;
  if (reply.error) throw new ProtocolError(reply.error.code, reply.error.message);
  if (reply.result) return reply.result;
  throw new Error(
    `${url}: ${reply.message ?? "the response is not from debrief"} (${answer.status})`,
  );
};

/**
 * Serves the tools of a running server over stdin and stdout, until stdin ends. The list of tools comes from the
 * server, which may run another version. `onError` receives error messages.
 */
export const serveBridge = async (
  url: string,
  key: string,
  onError: (message: string) => void,
): Promise<void> => {
  const report = (error: unknown): Error => {
    onError((error as Error).message);
    return error as Error;
  };
  const toolbox = {
    listTools: async () => {
      try {
        return ((await callServer(url, key, "tools/list", {})) as { tools: Tool[] }).tools;
      } catch (error) {
        throw report(error);
      }
    },
    callTool: async (name: string, values: Record<string, unknown>) => {
      try {
        const result = await callServer(url, key, "tools/call", { name, arguments: values });
        return result as CallToolResult;
      } catch (error) {
        return buildToolError({ message: report(error).message });
      }
    },
  };
  serveStdio(() => createMcpServer(toolbox), { onerror: report });
};
