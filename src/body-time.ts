import type { IncomingMessage } from "node:http";

const WHOLE_MS = 30_000;
const WINDOW_MS = 30_000;
/** 128 kbit/s. */
const LEAST_BYTES_A_WINDOW = 16 * 1024 * (WINDOW_MS / 1000);

/** How to let a body take its time, by its request. */
const patient = new WeakMap<IncomingMessage, () => void>();

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * Tells when a body has not come whole in 30 seconds. Node's own limit is the same for every request of a
 * server, and uploads take longer.
 */
export const limitTime = (req: IncomingMessage, late: () => void): void => {
  if (!hasBody(req)) return;
  let timer = setTimeout(late, WHOLE_MS).unref();
  req.once("close", () => clearTimeout(timer));
  patient.set(req, () => {
    clearTimeout(timer);
    let seen = req.socket.bytesRead;
    timer = setInterval(() => {
      if (req.complete) return;
      if (req.socket.bytesRead - seen < LEAST_BYTES_A_WINDOW) late();
      seen = req.socket.bytesRead;
    }, WINDOW_MS).unref();
  });
};

/** Lets a body take as long as it likes while it keeps coming: 16 KiB a second over any half minute. */
export const takeTime = (req: IncomingMessage): void => patient.get(req)?.();
