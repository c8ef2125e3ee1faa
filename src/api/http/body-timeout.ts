import type { IncomingMessage } from "node:http";

export const BODY_TIMEOUT_MS = 30_000;
const WINDOW_MS = 30_000;
/** 16 KiB/s. */
const MIN_WINDOW_BYTES = 16 * 1024 * (WINDOW_MS / 1000);

/** The functions that extend the time of a body, by request. */
const timeoutExtenders = new WeakMap<IncomingMessage, () => void>();

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * Calls back if a body is not complete after 30 seconds. If a body waits for a slot, its time starts when reading
 * starts. Node's own limit is the same for all requests of a server, and uploads need more time.
 */
export const startBodyTimeout = (req: IncomingMessage, late: () => void): void => {
  if (!hasBody(req)) return;
  const onTimeout = (): void => {
    // The caller can't send while the server doesn't read.
    if (req.readableFlowing === null) start();
    else late();
  };
  let timer: NodeJS.Timeout | undefined;
  const start = (): void => {
    clearTimeout(timer);
    timer = setTimeout(onTimeout, BODY_TIMEOUT_MS).unref();
  };
  start();
  req.once("resume", start);
  req.once("close", () => clearTimeout(timer));
  timeoutExtenders.set(req, () => {
    clearTimeout(timer);
    req.off("resume", start);
    let bytesBefore = req.socket.bytesRead;
    timer = setInterval(() => {
      if (req.complete) return;
      if (req.socket.bytesRead - bytesBefore < MIN_WINDOW_BYTES) late();
      bytesBefore = req.socket.bytesRead;
    }, WINDOW_MS).unref();
  });
};

/** Allows a body unlimited time as long as it arrives at 16 KiB/s or more over each half minute. */
export const extendBodyTimeout = (req: IncomingMessage): void => timeoutExtenders.get(req)?.();
