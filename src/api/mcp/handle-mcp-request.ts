import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { createMcpServer, type Toolbox } from "./server.js";

/**
 * Handles one request of any protocol revision in JSON, without a session: another process may handle the next one.
 * `body`: the parsed body.
 */
export const handleMcpRequest = async (
  headers: Record<string, string>,
  body: object,
  toolbox: Toolbox,
): Promise<Response> => {
  const request = new Request("http://localhost/mcp", { method: "POST", headers });
  const create = () => createMcpServer(toolbox);
  if (!(await isLegacyRequest(request, body)))
    // Tools never change, so subscriptions have no use.
    return createMcpHandler(create, { legacy: "reject", maxSubscriptions: 0 }).fetch(request, {
      parsedBody: body,
    });
  const server = create();
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: body });
  } finally {
    await server.close();
  }
};
