import { type CallToolResult, ProtocolError, type Tool } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createServer, toolError } from "./server.js";

const PATIENCE_MS = 60_000;

interface Reply {
  result?: Record<string, unknown>;
  error?: { code: number; message: string };
  /** Where the server refuses the request as a whole. */
  message?: string;
}

/** Asks a running server. @throws Error that says what is wrong, for whoever has set it up */
const ask = async (url: string, key: string, method: string, params: object): Promise<object> => {
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
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  } catch (error) {
    const { message, cause } = error as Error;
    throw new Error(`${url}: ${(cause as Error | undefined)?.message || message}`, {
      cause: error,
    });
  }
  const reply = (await answer.json().catch(() => ({}))) as Reply;
  if (reply.error) throw new ProtocolError(reply.error.code, reply.error.message);
  if (reply.result) return reply.result;
  throw new Error(`${url}: ${reply.message ?? "no debrief answers there"} (${answer.status})`);
};

/**
 * Serves the tools of a running server over stdin and stdout, until stdin ends. The tools are the server's:
 * it may be of another version. `tell` is given what goes wrong.
 */
export const bridge = async (
  url: string,
  key: string,
  tell: (text: string) => void,
): Promise<void> => {
  const told = (error: unknown): Error => {
    tell((error as Error).message);
    return error as Error;
  };
  const toolbox = {
    list: async () => {
      try {
        return ((await ask(url, key, "tools/list", {})) as { tools: Tool[] }).tools;
      } catch (error) {
        throw told(error);
      }
    },
    call: async (name: string, values: Record<string, unknown>) => {
      try {
        const result = await ask(url, key, "tools/call", { name, arguments: values });
        return result as CallToolResult;
      } catch (error) {
        return toolError({ message: told(error).message });
      }
    },
  };
  serveStdio(() => createServer(toolbox), { onerror: told });
};
