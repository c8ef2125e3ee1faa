import { formatDefault, listFlags, settings } from "../base/config/settings.js";
import { type Command, type CommandGroup, type Flags, UsageError } from "../base/config/command.js";
import { describeUnknownCommand, findCommand, listFamily } from "./find-command.js";
import { formatDefinitions, formatTable, type Row, wrapText, wrapUsage } from "./wrap.js";

const USAGE = "Usage: debrief ";
const SETTINGS_TOPIC = "settings";

/** Returns the commands of all groups, by their names. */
export const listCommands = (groups: readonly CommandGroup[]): Record<string, Command> =>
  Object.fromEntries(groups.flatMap(({ commands }) => Object.entries(commands)));

const formatGroups = (groups: readonly CommandGroup[], width: number): string => {
  const names = groups.flatMap(({ commands }) => Object.keys(commands));
  const termWidth = Math.max(...names.map((name) => name.length));
  return groups
    .map(({ title, commands }) => {
      const rows = Object.entries(commands).map(([name, { description }]): Row => [
        name,
        description,
      ]);
      return `${title}\n${formatTable(rows, width, termWidth)}`;
    })
    .join("\n\n");
};

const formatOverview = (groups: readonly CommandGroup[], width: number): string =>
  [
    "debrief: call recordings, appointments and sales coaching over /v1 and /graphql",
    `${USAGE}<command> [arguments] [flags]\nHelp:  debrief help <command>, or debrief <command> --help`,
    formatGroups(groups, width),
    wrapText(
      "Every setting is an environment variable, a line in .env or a flag; see: debrief help settings",
      width,
    ),
    wrapText("Exit codes: 0 success, 1 failure, 2 invalid usage, 78 invalid configuration.", width),
  ].join("\n\n");

const formatSettings = (width: number): string => {
  const rows = settings.map((setting): Row => [
    `${setting.name}, --${listFlags(setting)[0]}`,
    `${setting.description} (default: ${formatDefault(setting)})`,
  ]);
  const secrets = settings.flatMap(({ name, isSecret }) => (isSecret ? name : [])).join(", ");
  return [
    "Settings, as environment variables, lines in .env or flags:",
    formatDefinitions(rows, width),
    wrapText(
      `debrief also reads a secret (${secrets}) from the file that <NAME>_FILE names.`,
      width,
    ),
  ].join("\n\n");
};

const formatFamily = (commands: readonly Command[], family: string, width: number): string =>
  [
    `${USAGE}${family} <command>`,
    formatDefinitions(
      commands.map(({ usage, description }) => [usage, description]),
      width,
    ),
    `Flags: debrief help ${family} <command>`,
  ].join("\n\n");

const formatFlags = (flags: Flags, width: number): string =>
  formatTable(
    Object.entries(flags).map(([name, flag]) => [
      flag.type === "string" ? `--${name} ${flag.value}` : `--${name}`,
      flag.description,
    ]),
    width,
  );

/** Formats the page of one command. */
export const formatCommandHelp = (command: Command, width: number): string => {
  const { usage, description, details, options, takesSettings } = command;
  return [
    wrapUsage(USAGE, usage, width),
    wrapText(description, width),
    ...(details === undefined ? [] : [wrapText(details, width)]),
    ...(options ? [`Flags:\n${formatFlags(options, width)}`] : []),
    ...(takesSettings ? ["Every setting is a flag too; see: debrief help settings"] : []),
  ].join("\n\n");
};

/** Formats the page of a command, a family or the settings; without words, the list of commands. @throws UsageError */
export const formatHelp = (
  groups: readonly CommandGroup[],
  words: readonly string[],
  width: number,
): string => {
  const name = words.join(" ");
  if (name === "") return formatOverview(groups, width);
  if (name === SETTINGS_TOPIC) return formatSettings(width);
  const commands = listCommands(groups);
  const family = listFamily(commands, name).map((member) => commands[member]!);
  if (family.length > 0) return formatFamily(family, name, width);
  const found = findCommand(commands, words);
  if (found?.wordCount !== words.length)
    throw new UsageError(describeUnknownCommand(commands, words, [SETTINGS_TOPIC]));
  return formatCommandHelp(found.command, width);
};
