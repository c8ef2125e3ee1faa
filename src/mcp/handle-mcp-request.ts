import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { createServer, type Toolbox } from "./server.js";

/**
 * Answers one request of the protocol, whichever of its revisions it is of: in JSON, and with nothing kept
 * for the next one, which another process may answer. `body` has been read and parsed.
 */
export const exchange = async (
  headers: Record<string, string>,
  body: object,
  toolbox: Toolbox,
): Promise<Response> => {
  const request = new Request("http://localhost/mcp", { method: "POST", headers });
  const create = () => createServer(toolbox);
  if (!(await isLegacyRequest(request, body)))
    // Nothing here ever changes of which a subscriber could be told.
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
