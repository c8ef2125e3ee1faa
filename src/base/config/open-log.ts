import type { DestinationStream } from "pino";
import type { Config } from "./config.js";
import { escapeLine } from "../log/escape-controls.js";
import { createLog, type Log } from "../log/log.js";
import type { LoggedError } from "../log/serialize-error.js";

const LEVELS: Record<number, string> = {
  10: "TRACE",
  20: "DEBUG",
  30: "INFO",
  40: "WARN",
  50: "ERROR",
};

const formatValue = (value: unknown): string =>
  typeof value === "string" && /^[\w.:/@%+-]+$/.test(value)
    ? value
    : escapeLine(JSON.stringify(value) ?? "");

/** Lists the lines of an error and, indented, of its causes. */
const listErrorLines = ({ stack, message, cause, errors = [] }: LoggedError): string[] => [
  ...(stack ?? message).split("\n").filter(Boolean),
  ...[...(cause ? [cause] : []), ...errors].flatMap((next) => {
    const [first = "", ...others] = listErrorLines(next);
    return [`caused by: ${first}`, ...others].map((line) => `  ${line}`);
  }),
];

/** Formats a log line as text: time of day, level, message, then name=value pairs. */
export const formatLogLine = (line: string): string => {
  const { level, time, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown> & {
    msg?: string;
    err?: LoggedError;
  };
  const pairs = Object.entries(rest).map(([name, value]) => `${name}=${formatValue(value)}`);
  const errorLines = err ? listErrorLines(err) : [];
  const first = [
    String(time).slice(11, 23),
    (LEVELS[level as number] ?? "FATAL").padEnd(5),
    ...(msg === undefined ? [] : [escapeLine(msg)]),
    ...pairs,
  ].join(" ");
  return [first, ...errorLines.map((part) => `    ${escapeLine(part)}`)].join("\n");
};

const terminalStream: DestinationStream = {
  write: (line) => void process.stderr.write(`${formatLogLine(line)}\n`),
};

/** Opens the configured log. Without a format: text on a terminal, else JSON. */
export const openLog = ({
  logLevel,
  logFormat = process.stderr.isTTY ? "text" : "json",
}: Pick<Config, "logLevel"> & Partial<Pick<Config, "logFormat">>): Log =>
  logFormat === "text" ? createLog(logLevel, terminalStream) : createLog(logLevel);
