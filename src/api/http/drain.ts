import type { IncomingMessage, ServerResponse } from "node:http";

// More than the largest accepted body: a caller slightly above the limit still receives a response.
const LINGER_BYTES = 12 * 1024 * 1024;
const LINGER_MS = 1_000;

/**
 * Discards an unread request body. If none of it were read, a caller that is still writing would see a broken
 * connection instead of the response. Above the limit the connection is closed, because a caller without a key could
 * send forever.
 */
export const drain = (req: IncomingMessage, res: ServerResponse): void => {
  if (req.complete || req.destroyed) return;
  let left = LINGER_BYTES;
  const end = (): void => {
    req.pause();
    if (res.writableFinished) req.socket.destroy();
    else res.once("finish", () => req.socket.destroy());
  };
  const late = setTimeout(end, LINGER_MS);
  req.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) end();
  });
  req.once("close", () => clearTimeout(late));
  req.once("end", () => clearTimeout(late));
  req.resume();
};
