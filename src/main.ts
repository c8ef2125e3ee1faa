import "./base/production.js";
import "reflect-metadata";
import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { ConfigError } from "./base/config/config-error.js";
import { describeUnknownVariables, readConfig } from "./base/config/config.js";
import { listFlags, settings } from "./base/config/settings.js";
import { findCommand, listFamily, describeUnknownCommand } from "./cli/find-command.js";
import { formatCommandHelp } from "./cli/command-help.js";
import { formatHelp, listCommands } from "./cli/help.js";
import { resolveWidth } from "./cli/wrap.js";
import {
  print,
  printToStderr,
  UsageError,
  type Command,
  type Flags,
} from "./base/config/command.js";
import { version } from "./base/version.js";
import { commandGroups } from "./cli/commands/index.js";

const EXIT_USAGE = 2;
const EXIT_CONFIG = 78;
const LINGER_MS = 1_000;
const HELP_FLAGS: ReadonlySet<string> = new Set(["--help", "-h"]);

const buildSettingFlags = (): ParseArgsOptionsConfig =>
  Object.fromEntries(settings.flatMap(listFlags).map((flag) => [flag, { type: "string" }]));

/** Returns the flags without their descriptions. */
const toParseArgsOptions = (flags: Flags = {}): ParseArgsOptionsConfig =>
  Object.fromEntries(Object.entries(flags).map(([name, { type }]) => [name, { type }]));

/** Finds the words whose help page to print, for `debrief`, `debrief --help` and `debrief source`. */
const findHelpTopic = (
  commands: Record<string, Command>,
  [first = "--help", ...rest]: string[],
): string[] | undefined => {
  if (HELP_FLAGS.has(first)) return [];
  const isFamily = listFamily(commands, first).length > 0;
  return isFamily && rest.every((word) => HELP_FLAGS.has(word)) ? [first] : undefined;
};

const parseFlags = (args: string[], options: ParseArgsOptionsConfig) => {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    // Node's next sentences explain how to pass such an argument, which no command accepts.
    throw new UsageError((error as Error).message.split(". ")[0]);
  }
};

const runCommand = async (argv: string[]): Promise<void> => {
  const firstFlag = argv.findIndex((word) => word.startsWith("-"));
  const words = firstFlag < 0 ? argv : argv.slice(0, firstFlag);
  const commands = listCommands(commandGroups);
  const topic = findHelpTopic(commands, argv);
  if (topic) return print(formatHelp(commandGroups, topic, resolveWidth()));
  if (argv[0] === "--version") return print(version);
  if (words.length === 0) throw new UsageError("no command before the flags");
  const found = findCommand(commands, words);
  if (!found) throw new UsageError(describeUnknownCommand(commands, words));
  const { command, wordCount } = found;
  const options = {
    ...toParseArgsOptions(command.options),
    ...(command.takesSettings && buildSettingFlags()),
    help: { type: "boolean", short: "h" },
  } as const satisfies ParseArgsOptionsConfig;
  const { values, positionals } = parseFlags(argv.slice(wordCount), options);
  const flags = values as Record<string, string | boolean | undefined>;
  if (flags["help"]) return print(formatCommandHelp(command, resolveWidth()));
  const { requiredArgs, optionalArgs = 0, usage } = command;
  if (positionals.length < requiredArgs || positionals.length > requiredArgs + optionalArgs)
    throw new UsageError(`usage: debrief ${usage}`);
  for (const warning of describeUnknownVariables()) printToStderr(`warning: ${warning}`);
  await command.run({ args: positionals, flags, readConfig: () => readConfig(flags) });
};

/** Runs the command line and sets the exit code: 0 ok, 1 failed, 2 wrong usage, 78 bad configuration. */
export const main = async (argv: string[]): Promise<void> => {
  // Only the owner may read the database and the keys beside it.
  process.umask(0o077);
  // A reader such as head can close the pipe early.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
  // A full disk under stderr loses messages, which must not end a server.
  process.stderr.on("error", () => {});
  try {
    await runCommand(argv);
  } catch (error) {
    if (error instanceof UsageError) {
      printToStderr(`${error.message}; see: debrief help`);
      process.exitCode = EXIT_USAGE;
    } else if (error instanceof ConfigError) {
      printToStderr(error.message);
      process.exitCode = EXIT_CONFIG;
    } else {
      // Imported late, because it loads the core; most failing commands have loaded it already.
      const { isExpectedError } = await import("./cli/is-expected-error.js");
      printToStderr(
        isExpectedError(error) ? error.message : String((error as Error).stack ?? error),
      );
      process.exitCode = 1;
    }
  }
};

/** Runs the command line as the whole process, which ends when the command has failed. */
export const start = async (argv: string[]): Promise<void> => {
  await main(argv);
  // A database driver that fails during its handshake leaves its connection open.
  if (process.exitCode) setTimeout(() => process.exit(), LINGER_MS).unref();
};
