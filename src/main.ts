import "./production.js";
import "reflect-metadata";
import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { isDatabaseError } from "../db/engine/errors.js";
import { NewerDatabaseError } from "../db/schema/migrate.js";
import { Failure } from "../graph/core/errors.js";
import { ConfigError } from "./base/config/config-error.js";
import { describeUnknownVariables, readConfig } from "./base/config/config.js";
import { listFlags, settings } from "./base/config/settings.js";
import { formatHelp, formatCommandHelp } from "./cli/help.js";
import {
  print,
  RefusedError,
  printToStderr,
  UsageError,
  type Command,
} from "./base/config/command.js";
import { version } from "./base/version.js";
import { commands } from "./cli/commands/index.js";

const EXIT_USAGE = 2;
const EXIT_CONFIG = 78;
const LINGER_MS = 1_000;

const buildSettingFlags = (): ParseArgsOptionsConfig =>
  Object.fromEntries(settings.flatMap(listFlags).map((flag) => [flag, { type: "string" }]));

/** Finds the command at the start of the words: `org create x` is `org create` with one argument. */
const findCommand = (words: string[]): { command: Command; wordCount: number } => {
  for (const wordCount of [2, 1]) {
    const command = commands[words.slice(0, wordCount).join(" ")];
    if (command && words.length >= wordCount) return { command, wordCount };
  }
  throw new UsageError(
    words.length > 0 ? `unknown command "${words.join(" ")}"` : "no command before the flags",
  );
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
  const [first = "help"] = argv;
  if (["help", "--help", "-h"].includes(first)) return print(formatHelp(commands));
  if (first === "--version") return print(version);
  const { command, wordCount } = findCommand(words);
  const options = {
    ...command.options,
    ...(command.takesSettings && buildSettingFlags()),
    help: { type: "boolean" },
  } as const satisfies ParseArgsOptionsConfig;
  const { values, positionals } = parseFlags(argv.slice(wordCount), options);
  const flags = values as Record<string, string | boolean | undefined>;
  if (flags["help"]) return print(formatCommandHelp(command));
  const { requiredArgs, optionalArgs = 0, usage } = command;
  if (positionals.length < requiredArgs || positionals.length > requiredArgs + optionalArgs)
    throw new UsageError(`usage: debrief ${usage}`);
  for (const warning of describeUnknownVariables()) printToStderr(`warning: ${warning}`);
  await command.run({ args: positionals, flags, readConfig: () => readConfig(flags) });
};

/** Runs the command line and sets the exit code: 0 ok, 1 failed, 2 wrong usage, 78 bad configuration. */
export const main = async (argv: string[]): Promise<void> => {
  // The database and the keys beside it are their owner's alone.
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
      const isExpected =
        isDatabaseError(error) ||
        [RefusedError, NewerDatabaseError, Failure].some((kind) => error instanceof kind);
      printToStderr(
        isExpected ? (error as Error).message : String((error as Error).stack ?? error),
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
