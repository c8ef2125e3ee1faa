import { readFileSync } from "node:fs";
import { DEFAULT_HOST, DEFAULT_PORT } from "../base/config/settings.js";
import { type CommandInput, type Flags, UsageError } from "../base/config/command.js";

const DEFAULT_URL = `http://${DEFAULT_HOST}:${DEFAULT_PORT}`;

/** The flags of every command that talks to a running server with an API key. */
export const serverFlags = {
  url: {
    type: "string",
    value: "<server>",
    description: `the server's URL; default: DEBRIEF_URL, else ${DEFAULT_URL}`,
  },
  "key-file": {
    type: "string",
    value: "<file>",
    description: "a file with the API key, instead of DEBRIEF_API_KEY",
  },
} as const satisfies Flags;

/** Returns a flag with a text. */
export const readFlag = ({ flags }: CommandInput, name: string): string | undefined => {
  const value = flags[name];
  return typeof value === "string" ? value : undefined;
};

/** @throws UsageError */
export const parseUrlFlag = (flag: string, value: string): string => {
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
export const readApiKey = (input: CommandInput): string => {
  const file = readFlag(input, "key-file") ?? process.env["DEBRIEF_API_KEY_FILE"];
  const key = file === undefined ? process.env["DEBRIEF_API_KEY"] : readKeyFile(file);
  if (!key?.trim())
    throw new UsageError("API key missing: set DEBRIEF_API_KEY, or name its file with --key-file");
  // Keys contain word characters only; a header allows no line breaks.
  if (!/^\w+$/.test(key.trim()))
    throw new UsageError("the API key is invalid: it may contain only letters, digits and _");
  return key.trim();
};

/** Reads the base URL of the server that a command talks to. @throws UsageError */
export const readServerUrl = (input: CommandInput): string =>
  parseUrlFlag("url", readFlag(input, "url") ?? process.env["DEBRIEF_URL"] ?? DEFAULT_URL);
