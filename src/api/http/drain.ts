import type { IncomingMessage, ServerResponse } from "node:http";

// More than the largest accepted body: a caller slightly above the limit still gets an answer.
const LINGER_BYTES = 12 * 1024 * 1024;
const LINGER_MS = 1_000;

/**
 * Discards a body that the answer did not need. Without reading some of it, a caller that still writes
 * would see a broken connection instead of the answer. Above the limit the connection ends, since a
 * caller without a key could send forever.
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
