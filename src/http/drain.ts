import type { IncomingMessage, ServerResponse } from "node:http";

// As much as the largest body that is taken, and some more: who is over it by mistake still gets an answer.
const LINGER_BYTES = 12 * 1024 * 1024;
const LINGER_MS = 1_000;

/**
 * Lets go of a body that nobody reads, because the answer was clear without it. Some of it is taken
 * in and thrown away, or a caller that is still writing would see a broken connection in place of
 * the answer; after that the connection ends, or whoever has no key could send for ever.
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
