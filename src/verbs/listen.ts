import { readFileSync } from "node:fs";
import type { Told } from "../listen/source.js";
import { type Call, print, tell, UsageError, type Verb } from "../verb.js";

const DEADLINE_MS = 10_000;
const DEFAULT_URL = "http://127.0.0.1:8480";

const text = ({ flags }: Call, name: string): string | undefined => {
  const value = flags[name];
  return typeof value === "string" ? value : undefined;
};

const urlOf = (flag: string, value: string): string => {
  const url = URL.parse(value);
  if (url === null || !["http:", "https:"].includes(url.protocol))
    throw new UsageError(`--${flag} must be an http or https URL, not "${value}"`);
  return value.replace(/\/+$/, "");
};

const read = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`the API key cannot be read: ${(error as Error).message}`);
  }
};

/** A key on the command line would be seen by everybody on the machine. */
const keyOf = (call: Call): string => {
  const file = text(call, "key-file") ?? process.env["DEBRIEF_API_KEY_FILE"];
  const key = file === undefined ? process.env["DEBRIEF_API_KEY"] : read(file);
  if (!key?.trim())
    throw new UsageError("give the API key as DEBRIEF_API_KEY, or a file with it as --key-file");
  // No header can have anything else, and no key has.
  if (!/^\w+$/.test(key.trim())) throw new UsageError("what is given as the API key is none");
  return key.trim();
};

/** Posts it as a webhook is posted. What came of it, in a few words. */
const forward = async (to: string, { headers, body }: Told): Promise<string> => {
  try {
    // It takes a while to load, and every other command would wait for it.
    const { client } = await import("../notifier/client.js");
    const { statusCode, timings } = await client.post(to, {
      headers,
      body,
      timeout: { request: DEADLINE_MS },
    });
    return `${statusCode} in ${timings?.phases.total ?? 0} ms`;
  } catch (error) {
    return `failed: ${(error as Error).message}`;
  }
};

const lineOf = ({ event, headers, again }: Told, outcome: string): string =>
  [
    new Date().toISOString(),
    event,
    headers["webhook-id"],
    ...(again ? ["again"] : []),
    outcome,
  ].join("  ");

export const listen: Verb = {
  usage: "listen [--forward-to <url>] [--url <server>] [--key-file <file>] [--after <cursor>]",
  about:
    "receive an organization's events as they happen, and post them on as a webhook; the API key is DEBRIEF_API_KEY",
  args: 0,
  options: {
    "forward-to": { type: "string" },
    url: { type: "string" },
    "key-file": { type: "string" },
    after: { type: "string" },
  },
  configured: false,
  run: async (call) => {
    const url = urlOf("url", text(call, "url") ?? process.env["DEBRIEF_URL"] ?? DEFAULT_URL);
    const to = text(call, "forward-to");
    if (to !== undefined) urlOf("forward-to", to);
    const source = {
      url,
      apiKey: keyOf(call),
      connected: () =>
        tell(`listening to ${url}${to === undefined ? "" : `, forwarding to ${to}`}`),
      lost: (reason: string) => tell(`connection lost (${reason}); trying again`),
    };
    const { eventsOf } = await import("../listen/source.js");
    for await (const told of eventsOf(source, text(call, "after")))
      print(lineOf(told, to === undefined ? told.body : await forward(to, told)));
  },
};
