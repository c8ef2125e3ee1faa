import type { ParseArgsOptionsConfig } from "node:util";
import type { Config } from "./config.js";

/** What a verb is called with. */
export interface Call {
  /** What stands behind the verb. */
  args: string[];
  flags: Record<string, string | boolean | undefined>;
  /** Reads the configuration. @throws ConfigError */
  config: () => Config;
}

/** A verb of the command line. Data goes to stdout, everything else to stderr. */
export interface Verb {
  /** As it is typed, arguments included. */
  usage: string;
  about: string;
  /** How many arguments it takes. */
  args: number;
  /** How many more it may take. */
  optionalArgs?: number;
  options?: ParseArgsOptionsConfig;
  /** Whether the settings are flags of it. */
  configured: boolean;
  run: (call: Call) => Promise<void>;
}

/** The command line is not one that the program knows; exit 2. */
export class UsageError extends Error {}

/** What was asked for cannot be done; exit 1, with the message alone. */
export class RefusedError extends Error {}

export const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

export const tell = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

export const printJson = (value: unknown): void => print(JSON.stringify(value));
