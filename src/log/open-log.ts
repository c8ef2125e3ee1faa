import type { DestinationStream } from "pino";
import type { LogFormat } from "./setting-values.js";
import { createLog, type Log } from "./log.js";

const LEVELS: Record<number, string> = {
  10: "TRACE",
  20: "DEBUG",
  30: "INFO",
  40: "WARN",
  50: "ERROR",
};

// What a caller sent must not be able to move the cursor, or to look like a line of its own.
const printable = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, (c) => `\\x${c.charCodeAt(0).toString(16)}`);

const valueOf = (value: unknown): string =>
  typeof value === "string" && /^[\w.:/@%+-]+$/.test(value)
    ? value
    : printable(JSON.stringify(value) ?? "");

/** A line of the log for people: the time of day, what it is about, and the rest as name=value. */
export const asText = (line: string): string => {
  const { level, time, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown> & {
    msg?: string;
  };
  const pairs = Object.entries(rest).map(([name, value]) => `${name}=${valueOf(value)}`);
  const { stack, message } = (err ?? {}) as { stack?: string; message?: string };
  const below = (stack ?? message ?? "").split("\n").filter(Boolean);
  const first = [
    String(time).slice(11, 23),
    (LEVELS[level as number] ?? "FATAL").padEnd(5),
    ...(msg === undefined ? [] : [printable(msg)]),
    ...pairs,
  ].join(" ");
  return [first, ...below.map((part) => `    ${printable(part)}`)].join("\n");
};

const terminal: DestinationStream = {
  write: (line) => void process.stderr.write(`${asText(line)}\n`),
};

/** The log as it is configured: unless told otherwise, text on a terminal and JSON elsewhere. */
export const openLog = ({
  logLevel,
  logFormat = process.stderr.isTTY ? "text" : "json",
}: {
  logLevel: string;
  logFormat?: LogFormat | undefined;
}): Log => (logFormat === "text" ? createLog(logLevel, terminal) : createLog(logLevel));
