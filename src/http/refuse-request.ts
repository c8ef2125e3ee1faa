import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { ErrorCode } from "../../graph/core/errors.js";

const LINGER_MS = 1_000;

const refusalResponses: Record<string, [status: string, code: ErrorCode, message: string]> = {
  HPE_HEADER_OVERFLOW: [
    "431 Request Header Fields Too Large",
    "PAYLOAD_TOO_LARGE",
    "The headers are too large",
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    "408 Request Timeout",
    "INVALID_FIELD",
    "The request did not arrive in time",
  ],
};
const MALFORMED_RESPONSE = [
  "400 Bad Request",
  "INVALID_FIELD",
  "The request is not HTTP/1.1",
] as const;

const refusedSockets = new WeakSet<Duplex>();
/** Statuses that the log reports. */
const awaitedResponses = new WeakSet<ServerResponse>();

/**
 * Answers input that Node rejects before it becomes a request, in the form of all errors, and ends the
 * connection. `last` is the connection's last response: a running response comes first, and a request
 * with a response gets no second one, which the client would match to its next request.
 */
export const refuseRequest = (
  requestId: string,
  error: NodeJS.ErrnoException,
  socket: Duplex,
  last: ServerResponse | undefined,
): void => {
  // Later input is refused again. Breaking the connection now would lose the answer.
  if (refusedSockets.has(socket)) return;
  if (!socket.writable) return void socket.destroy();
  if (last && (last.headersSent || last.req.complete)) {
    if (!last.writableFinished) {
      // Node reports each later piece separately.
      if (!awaitedResponses.has(last))
        last.once("finish", () => refuseRequest(requestId, error, socket, last));
      return void awaitedResponses.add(last);
    }
    if (!last.req.complete) return void socket.destroy();
  }
  refusedSockets.add(socket);
  const [status, code, message] = refusalResponses[error.code ?? ""] ?? MALFORMED_RESPONSE;
  const body = JSON.stringify({ message, code });
  socket.end(
    `HTTP/1.1 ${status}\r\nx-request-id: ${requestId}\r\nConnection: close\r\nContent-Type: application/json\r\nX-Content-Type-Options: nosniff\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
};
