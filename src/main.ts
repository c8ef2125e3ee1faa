import "./production.js";
import "reflect-metadata";
import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { isOfDatabase } from "../db/errors.js";
import { NewerDatabase } from "../db/migrate.js";
import { Failure } from "../graph/errors.js";
import { ConfigError, flagOf, readConfig, settings } from "./config.js";
import { help, helpFor } from "./help.js";
import { print, RefusedError, tell, UsageError, type Verb } from "./verb.js";
import { version } from "./version.js";
import { verbs } from "./verbs/index.js";

const WRONG_USAGE = 2;
const BAD_CONFIGURATION = 78;
const LINGER_MS = 1_000;

const settingFlags = (): ParseArgsOptionsConfig =>
  Object.fromEntries(
    settings
      .flatMap(({ name }) => [flagOf(name), name.toLowerCase().replaceAll("_", "-")])
      .map((flag) => [flag, { type: "string" }]),
  );

/** `org create x` is the verb `org create` with one argument. */
const find = (words: string[]): { verb: Verb; rest: string[] } => {
  for (const count of [2, 1]) {
    const verb = verbs[words.slice(0, count).join(" ")];
    if (verb && words.length >= count) return { verb, rest: words.slice(count) };
  }
  throw new UsageError(words.length > 0 ? `"${words.join(" ")}" is no verb` : "give a verb first");
};

const parse = (args: string[], options: ParseArgsOptionsConfig) => {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
};

const run = async (argv: string[]): Promise<void> => {
  const flagsFrom = argv.findIndex((word) => word.startsWith("-"));
  const words = flagsFrom < 0 ? argv : argv.slice(0, flagsFrom);
  const [first = "help"] = argv;
  if (["help", "--help", "-h"].includes(first)) return print(help(verbs));
  if (first === "--version") return print(version);
  const { verb, rest } = find(words);
  const options = {
    ...verb.options,
    ...(verb.configured && settingFlags()),
    help: { type: "boolean" },
  } as const satisfies ParseArgsOptionsConfig;
  const name = words.slice(0, words.length - rest.length).join(" ");
  const { values, positionals } = parse(argv.slice(name.split(" ").length), options);
  const flags = values as Record<string, string | boolean | undefined>;
  if (flags["help"]) return print(helpFor(verb));
  const most = verb.args + (verb.optionalArgs ?? 0);
  if (positionals.length < verb.args || positionals.length > most)
    throw new UsageError(`usage: debrief ${verb.usage}`);
  const given: Record<string, string | undefined> = {};
  for (const { name: setting } of settings) {
    const value = flags[flagOf(setting)] ?? flags[setting.toLowerCase().replaceAll("_", "-")];
    if (typeof value === "string") given[flagOf(setting)] = value;
  }
  await verb.run({ args: positionals, flags, config: () => readConfig(given) });
};

/** Runs the command line and sets the exit code: 0 ok, 1 failed, 2 wrong usage, 78 bad configuration. */
export const main = async (argv: string[]): Promise<void> => {
  // The database and the keys beside it are their owner's alone.
  process.umask(0o077);
  // Whoever reads our data may stop early, as head does.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
  try {
    await run(argv);
  } catch (error) {
    if (error instanceof UsageError) {
      tell(`${error.message}\nSee: debrief help`);
      process.exitCode = WRONG_USAGE;
    } else if (error instanceof ConfigError) {
      tell(error.message);
      process.exitCode = BAD_CONFIGURATION;
    } else {
      const told =
        isOfDatabase(error) ||
        [RefusedError, NewerDatabase, Failure].some((kind) => error instanceof kind);
      tell(told ? (error as Error).message : String((error as Error).stack ?? error));
      process.exitCode = 1;
    }
  }
};

/** The same for a process of its own, which ends when the command has failed. */
export const start = async (argv: string[]): Promise<void> => {
  await main(argv);
  // A database driver that fails in the middle of its greeting leaves its connection open.
  if (process.exitCode) setTimeout(() => process.exit(), LINGER_MS).unref();
};
