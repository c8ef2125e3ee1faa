import { type DestinationStream, destination, type Logger, pino } from "pino";

export type Log = Logger;

/** Of an error only what says where and why: PostgreSQL's `detail` has the values of the statement. */
const err = (error: Error & { code?: unknown }) => ({
  type: error.name,
  code: error.code,
  message: error.message,
  stack: error.stack,
});

/** The log, a line of JSON each: on stderr, since stdout is for data, and written at once. */
export const createLog = (level: string, stream: DestinationStream = destination(2)): Log =>
  pino(
    { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err } },
    stream,
  );
