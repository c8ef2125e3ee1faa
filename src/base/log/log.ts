import { writeSync } from "node:fs";
import { type DestinationStream, destination, levels, type Logger, pino } from "pino";
import { formatTime } from "../../../graph/arguments/time.js";
import { serializeError } from "./serialize-error.js";

export type Log = Logger;

const MAX_BUFFERED_CHARACTERS = 64 * 1024;
const FLUSH_INTERVAL_MS = 200;
/** Maximum unwritten text if the reader of stderr is stuck; further lines are dropped. */
const MAX_PENDING_BYTES = 16 * 1024 * 1024;

// At its end, a process waits up to a second for the reader of stderr.
const EXIT_ATTEMPTS = 20;
const EXIT_PAUSE_MS = 50;

/** Writes the remaining text at the end of the process. Text that doesn't fit on a full disk is lost. */
const writeLastLines = (text: string): void => {
  let bytes = Buffer.from(text);
  for (let attempts = EXIT_ATTEMPTS; bytes.length > 0 && attempts > 0;)
    try {
      bytes = bytes.subarray(writeSync(2, bytes));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
      attempts -= 1;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, EXIT_PAUSE_MS);
    }
};

/**
 * Opens stderr for writes that never wait for its reader. Lines that a full disk rejects are retried with the next
 * ones.
 */
const openStderr = (): DestinationStream & { flush: () => void } => {
  // sonic-boom can buffer, too, but measures its whole buffer with each line.
  let lines: string[] = [];
  let length = 0;
  let isWriting = false;
  const take = (): string => {
    const text = lines.join("");
    lines = [];
    length = 0;
    return text;
  };
  // Writes one text at a time, so that all others are still here when the process ends.
  const flush = (): void => {
    if (length === 0 || isWriting) return;
    isWriting = true;
    stream.write(take());
  };
  const stream = destination({ fd: 2, sync: false, maxLength: MAX_PENDING_BYTES });
  stream.on("error", () => (isWriting = false));
  stream.on("drain", () => {
    isWriting = false;
    if (length >= MAX_BUFFERED_CHARACTERS) flush();
  });
  // At exit sonic-boom would repeat a write to a full disk forever.
  Object.assign(stream, { flushSync: () => {} });
  process.on("beforeExit", flush);
  process.on("exit", () => writeLastLines(take()));
  setInterval(flush, FLUSH_INTERVAL_MS).unref();
  return {
    write: (line) => {
      if (length >= MAX_PENDING_BYTES) return;
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
 * Creates the log: JSON lines on stderr, because stdout is for data. Lines are buffered for at most 200 ms, so that a
 * request does not pay for a write. A warning or an error flushes the buffer, without waiting for the reader, because a
 * disconnect also causes a warning.
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
