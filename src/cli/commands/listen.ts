import { readFileSync } from "node:fs";
import { DEFAULT_HOST, DEFAULT_PORT } from "../../config/settings.js";
import type { StreamedEvent } from "../stream-events.js";
import { type CommandInput, print, printToStderr, UsageError, type Command } from "../command.js";

const DEADLINE_MS = 10_000;
const DEFAULT_URL = `http://${DEFAULT_HOST}:${DEFAULT_PORT}`;

const readFlag = ({ flags }: CommandInput, name: string): string | undefined => {
  const value = flags[name];
  return typeof value === "string" ? value : undefined;
};

const parseUrlFlag = (flag: string, value: string): string => {
  const url = URL.parse(value);
  if (url === null || !["http:", "https:"].includes(url.protocol))
    throw new UsageError(`--${flag} must be an http or https URL, not "${value}"`);
  return value.replace(/\/+$/, "");
};

const readKeyFile = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`cannot read the API key: ${(error as Error).message}`);
  }
};

/** Reads the API key from a file or the environment: all users of the machine can see a command line. */
const readApiKey = (input: CommandInput): string => {
  const file = readFlag(input, "key-file") ?? process.env["DEBRIEF_API_KEY_FILE"];
  const key = file === undefined ? process.env["DEBRIEF_API_KEY"] : readKeyFile(file);
  if (!key?.trim())
    throw new UsageError("API key missing: set DEBRIEF_API_KEY, or name its file with --key-file");
  // Keys contain word characters only; a header allows no line breaks.
  if (!/^\w+$/.test(key.trim()))
    throw new UsageError("the API key is invalid: it may contain only letters, digits and _");
  return key.trim();
};

/** Posts the event as a webhook delivery. Returns the outcome in a few words. */
const forwardEvent = async (to: string, { headers, body }: StreamedEvent): Promise<string> => {
  try {
    // Imported late: loading it would delay every other command.
    const { webhookClient } = await import("../../notifier/webhook-client.js");
    const { statusCode, timings } = await webhookClient.post(to, {
      headers,
      body,
      timeout: { request: DEADLINE_MS },
    });
    return `${statusCode} in ${timings?.phases.total ?? 0} ms`;
  } catch (error) {
    return `failed: ${(error as Error).message}`;
  }
};

const formatLine = ({ event, headers, isRedelivery }: StreamedEvent, outcome: string): string =>
  [
    new Date().toISOString(),
    event,
    headers["webhook-id"],
    ...(isRedelivery ? ["redelivery"] : []),
    outcome,
  ].join("  ");

export const listen: Command = {
  usage:
    "listen [--forward-to <url>] [--url <server>] [--key-file <file>] [--start-after <cursor>]",
  description:
    "print an organization's events as they happen, or forward them to a URL as a webhook does; needs DEBRIEF_API_KEY",
  requiredArgs: 0,
  options: {
    "forward-to": { type: "string" },
    url: { type: "string" },
    "key-file": { type: "string" },
    "start-after": { type: "string" },
  },
  takesSettings: false,
  run: async (input) => {
    const url = parseUrlFlag(
      "url",
      readFlag(input, "url") ?? process.env["DEBRIEF_URL"] ?? DEFAULT_URL,
    );
    const to = readFlag(input, "forward-to");
    if (to !== undefined) parseUrlFlag("forward-to", to);
    const source = {
      url,
      apiKey: readApiKey(input),
      onConnected: () =>
        printToStderr(`listening to ${url}${to === undefined ? "" : `, forwarding to ${to}`}`),
      onDisconnected: (reason: string) =>
        printToStderr(`connection lost (${reason}); reconnecting`),
    };
    const { streamEvents } = await import("../stream-events.js");
    for await (const event of streamEvents(source, readFlag(input, "start-after")))
      print(formatLine(event, to === undefined ? event.body : await forwardEvent(to, event)));
  },
};
