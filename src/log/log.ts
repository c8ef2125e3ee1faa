import { type DestinationStream, destination, levels, type Logger, pino } from "pino";
import { formatTime } from "../graph/time.js";

export type Log = Logger;

/** Of an error only what says where and why: PostgreSQL's `detail` has the values of the statement. */
const err = (error: Error & { code?: unknown }) => ({
  type: error.name,
  code: error.code,
  message: error.message,
  stack: error.stack,
});

const GATHER_CHARACTERS = 64 * 1024;
const GATHER_MS = 200;
/** What waits for a reader of stderr who does not read; lines beyond it are dropped. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * stderr, written to without ever waiting for whoever reads it. Node flushes it as the process ends. Lines
 * that a full disk does not take are tried again with the next ones; they end nothing, and as the process
 * ends they are let go of: sonic-boom would try for ever.
 */
const openStderr = (): DestinationStream & { flush: () => void } => {
  // sonic-boom could gather too, but would measure all that it has gathered with each line.
  let lines: string[] = [];
  let length = 0;
  const flush = (): void => {
    if (length === 0) return;
    const text = lines.join("");
    lines = [];
    length = 0;
    stream.write(text);
  };
  // Before sonic-boom's own, which then has something to write.
  process.on("beforeExit", flush);
  process.on("exit", flush);
  setInterval(flush, GATHER_MS).unref();
  const stream = destination({ fd: 2, sync: false, maxLength: MOST_BYTES });
  const flushSync = stream.flushSync.bind(stream);
  stream.on("error", () => Object.assign(stream, { flushSync: () => {} }));
  stream.on("write", () => Object.assign(stream, { flushSync }));
  return {
    write: (line) => {
      lines.push(line);
      length += line.length;
      if (length >= GATHER_CHARACTERS) flush();
    },
    flush,
  };
};

let opened: ReturnType<typeof openStderr> | undefined;

/** One for all logs of the process: each would listen for its end. */
const stderr = () => (opened ??= openStderr());

/**
 * The log, a line of JSON each: on stderr, since stdout is for data. Lines are gathered for 200 ms at
 * most, so that a request does not pay for a write; a warning or an error has them written at once. Even
 * that waits for nobody: whoever hangs up makes a warning.
 */
export const createLog = (
  level: string,
  stream: DestinationStream & { flush?: () => void } = stderr(),
): Log =>
  pino(
    {
      level,
      base: undefined,
      timestamp: () => `,"time":"${formatTime(Date.now())}"`,
      serializers: { err },
      hooks: {
        logMethod(args, method, number) {
          method.apply(this, args);
          if (number >= levels.values["warn"]!) stream.flush?.();
        },
      },
    },
    stream,
  );
