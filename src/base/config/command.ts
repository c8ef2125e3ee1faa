import { escapeControls } from "../log/escape-controls.js";
import type { Config } from "./config.js";

/** The arguments and flags of one call of a command. */
export interface CommandInput {
  /** The words after the command's name. */
  args: string[];
  flags: Record<string, string | boolean | undefined>;
  /** Reads the configuration. @throws ConfigError */
  readConfig: () => Config;
}

/** A flag, as parseArgs and the command's help page need it. */
export type Flag =
  | { type: "boolean"; description: string }
  | {
      type: "string";
      /** The placeholder of the value, as usage lines show it: `<email>` or `move|leave`. */
      value: string;
      description: string;
    };

/** The flags of a command, by name without dashes. */
export type Flags = Record<string, Flag>;

/** A command of the command line. Data goes to stdout, everything else to stderr. */
export interface Command {
  /** The command with its arguments and flags, as a user types it. */
  usage: string;
  /** One short fragment for lists of commands. */
  description: string;
  /** Sentences for the command's own help page. */
  details?: string;
  /** The number of required arguments. */
  requiredArgs: number;
  /** The number of further arguments that the command accepts; default 0. */
  optionalArgs?: number;
  options?: Flags;
  /** True if the command accepts every setting as a flag. */
  takesSettings: boolean;
  run: (input: CommandInput) => Promise<void>;
}

/** Commands under one title of the help page, by their names. */
export interface CommandGroup {
  title: string;
  commands: Record<string, Command>;
}

/** An invalid command line: exit code 2. */
export class UsageError extends Error {}

/** A command that fails for an expected reason: exit code 1, and the message without a stack. */
export class RefusedError extends Error {}

export const print = (text: string): void => {
  process.stdout.write(`${escapeControls(text)}\n`);
};

/** From now on, if stdout's disk is full or its reader has ended, output is lost but the process goes on. */
export const ignoreStdoutErrors = (): void => {
  process.stdout.removeAllListeners("error").on("error", () => {});
};

export const printToStderr = (text: string): void => {
  process.stderr.write(`${escapeControls(text)}\n`);
};

export const printJson = (value: unknown): void => print(JSON.stringify(value));
