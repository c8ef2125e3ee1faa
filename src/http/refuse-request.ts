import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Code } from "../graph/errors.js";

const LINGER_MS = 1_000;

const refusals: Record<string, [status: string, code: Code, message: string]> = {
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
const MALFORMED = ["400 Bad Request", "INVALID_FIELD", "The request is not HTTP/1.1"] as const;

const told = new WeakSet<Duplex>();
/** Answers after which somebody is to be told. */
const awaited = new WeakSet<ServerResponse>();

/**
 * Answers what Node refuses before it is a request, as every error is answered, and ends the connection.
 * `last` is what was answered on it last: an answer that is under way comes first, and a request that has
 * one gets no second, which would be taken for that of the next request.
 */
export const refuse = (
  requestId: string,
  error: NodeJS.ErrnoException,
  socket: Duplex,
  last: ServerResponse | undefined,
): void => {
  // Whatever of it still comes is refused again; to break the connection now would lose the answer.
  if (told.has(socket)) return;
  if (!socket.writable) return void socket.destroy();
  if (last && (last.headersSent || last.req.complete)) {
    if (!last.writableFinished) {
      // Each piece that still comes is refused by itself.
      if (!awaited.has(last)) last.once("finish", () => refuse(requestId, error, socket, last));
      return void awaited.add(last);
    }
    if (!last.req.complete) return void socket.destroy();
  }
  told.add(socket);
  const [status, code, message] = refusals[error.code ?? ""] ?? MALFORMED;
  const body = JSON.stringify({ message, code });
  socket.end(
    `HTTP/1.1 ${status}\r\nx-request-id: ${requestId}\r\nConnection: close\r\nContent-Type: application/json\r\nX-Content-Type-Options: nosniff\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
};
