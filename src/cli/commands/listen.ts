import type { StreamedEvent } from "../stream-events.js";
import { print, printToStderr, type Command } from "../../base/config/command.js";
import { parseUrlFlag, readApiKey, readFlag, readServerUrl, serverFlags } from "../server-flags.js";

const DEADLINE_MS = 10_000;

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
  description: "print events as they happen, or forward them to a URL",
  details: "Connects to a running server with DEBRIEF_API_KEY.",
  requiredArgs: 0,
  options: {
    "forward-to": {
      type: "string",
      value: "<url>",
      description: "send each event to this URL, like a webhook",
    },
    ...serverFlags,
    "start-after": {
      type: "string",
      value: "<cursor>",
      description: "start after the event with this cursor",
    },
  },
  takesSettings: false,
  run: async (input) => {
    const url = readServerUrl(input);
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
