import { destination, type Logger, pino } from "pino";

export type Log = Logger;

/** Where a log ends up: stderr, since stdout is for data. Written at once, so that none is lost. */
export const createLog = (level: string): Log =>
  pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, destination(2));
