import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { Failure } from "../../../graph/core/errors.js";
import { buildErrorBody, statusOf } from "../../../rest/errors.js";

const LINGER_MS = 1_000;

const failuresByNodeCode: Record<string, Failure> = {
  HPE_HEADER_OVERFLOW: new Failure("PAYLOAD_TOO_LARGE", "The headers are too large"),
  ERR_HTTP_REQUEST_TIMEOUT: new Failure("REQUEST_TIMEOUT", "The request did not arrive in time"),
};
const MALFORMED_REQUEST = new Failure("INVALID_FIELD", "The request is not HTTP/1.1");
/** HTTP distinguishes oversized headers from oversized bodies; the error code doesn't. */
const HEADERS_TOO_LARGE_STATUS = 431;

const refusedSockets = new WeakSet<Duplex>();
/** Statuses that the log reports. */
const awaitedResponses = new WeakSet<ServerResponse>();

/**
 * Responds, in the usual error format, to input that Node rejects before it becomes a request, and closes the
 * connection. `last` is the connection's last response: a running response is finished first, and a request that has a
 * response gets no second one, because the client would match it to its next request.
 */
export const refuseRequest = (
  requestId: string,
  error: NodeJS.ErrnoException,
  socket: Duplex,
  last: ServerResponse | undefined,
): void => {
  // Later input is refused again. Closing the connection now would lose the response.
  if (refusedSockets.has(socket)) return;
  if (!socket.writable) return void socket.destroy();
  if (last && (last.headersSent || last.req.complete)) {
    if (!last.writableFinished) {
      // Node reports each later chunk separately.
      if (!awaitedResponses.has(last))
        last.once("finish", () => refuseRequest(requestId, error, socket, last));
      return void awaitedResponses.add(last);
    }
    if (!last.req.complete) return void socket.destroy();
  }
  refusedSockets.add(socket);
  const failure = failuresByNodeCode[error.code ?? ""] ?? MALFORMED_REQUEST;
  const status =
    error.code === "HPE_HEADER_OVERFLOW" ? HEADERS_TOO_LARGE_STATUS : statusOf(failure);
  const body = JSON.stringify(buildErrorBody(failure));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nx-request-id: ${requestId}\r\nConnection: close\r\nContent-Type: application/json\r\nX-Content-Type-Options: nosniff\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
};
