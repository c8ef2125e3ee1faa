import { type DestinationStream, destination, levels, type Logger, pino } from "pino";
import { formatTime } from "../../graph/core/time.js";

export type Log = Logger;

/** Serializes the error's message and stack only: PostgreSQL's `detail` contains values of the statement. */
const serializeError = (error: Error & { code?: unknown }) => ({
  type: error.name,
  code: error.code,
  message: error.message,
  stack: error.stack,
});

const MAX_BUFFERED_CHARACTERS = 64 * 1024;
const FLUSH_INTERVAL_MS = 200;
/** Maximum unwritten text if the reader of stderr is stuck; further lines are dropped. */
const MAX_PENDING_BYTES = 16 * 1024 * 1024;

/**
 * Opens stderr for writes that never wait for its reader. Node flushes it at exit. Lines that a full disk
 * rejects are retried with the next ones. At exit they are dropped: sonic-boom would retry forever.
 */
const openStderr = (): DestinationStream & { flush: () => void } => {
  // sonic-boom can buffer, too, but measures its whole buffer with each line.
  let lines: string[] = [];
  let length = 0;
  const flush = (): void => {
    if (length === 0) return;
    const text = lines.join("");
    lines = [];
    length = 0;
    stream.write(text);
  };
  // Runs before sonic-boom's own exit handler, which then writes these lines.
  process.on("beforeExit", flush);
  process.on("exit", flush);
  setInterval(flush, FLUSH_INTERVAL_MS).unref();
  const stream = destination({ fd: 2, sync: false, maxLength: MAX_PENDING_BYTES });
  const flushSync = stream.flushSync.bind(stream);
  stream.on("error", () => Object.assign(stream, { flushSync: () => {} }));
  stream.on("write", () => Object.assign(stream, { flushSync }));
  return {
    write: (line) => {
      lines.push(line);
      length += line.length;
      if (length >= MAX_BUFFERED_CHARACTERS) flush();
    },
    flush,
  };
};

let sharedStderr: ReturnType<typeof openStderr> | undefined;

/** Returns the stream that all logs of the process share: each stream adds an exit listener. */
const getStderr = () => (sharedStderr ??= openStderr());

/**
 * Creates the log: JSON lines on stderr, since stdout is for data. Lines are buffered for at most 200 ms,
 * so that a request does not pay for a write. A warning or an error flushes the buffer, without waiting
 * for the reader: a disconnect causes a warning.
 */
export const createLog = (
  level: string,
  stream: DestinationStream & { flush?: () => void } = getStderr(),
): Log =>
  pino(
    {
      level,
      base: undefined,
      timestamp: () => `,"time":"${formatTime(Date.now())}"`,
      serializers: { err: serializeError },
      hooks: {
        logMethod(args, method, number) {
          method.apply(this, args);
          if (number >= levels.values["warn"]!) stream.flush?.();
        },
      },
    },
    stream,
  );
