import { type Command, type CommandGroup, UsageError } from "../base/config/command.js";
import { formatCommandHelp, formatFamilyHelp } from "./command-help.js";
import { describeUnknownCommand, findCommand, listFamily } from "./find-command.js";
import { formatSettingsHelp } from "./settings-help.js";
import { formatTable, type Row, wrapText } from "./wrap.js";

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
    wrapText(
      "debrief: call recordings, appointments and sales coaching over /v1 and /graphql",
      width,
    ),
    "Usage: debrief <command> [arguments] [flags]\nHelp:  debrief help <command>, or debrief <command> --help",
    formatGroups(groups, width),
    "Settings are environment variables, lines in .env or flags:\n  debrief help settings",
    wrapText("Exit codes: 0 success, 1 failure, 2 invalid usage, 78 invalid configuration.", width),
  ].join("\n\n");

/** Formats the page of a command, a family or the settings; without words, the list of commands. @throws UsageError */
export const formatHelp = (
  groups: readonly CommandGroup[],
  words: readonly string[],
  width: number,
): string => {
  const name = words.join(" ");
  if (name === "") return formatOverview(groups, width);
  if (name === SETTINGS_TOPIC) return formatSettingsHelp(width);
  const commands = listCommands(groups);
  const family = listFamily(commands, name).map((member) => commands[member]!);
  if (family.length > 0) return formatFamilyHelp(family, name, width);
  const found = findCommand(commands, words);
  if (found?.wordCount !== words.length)
    throw new UsageError(describeUnknownCommand(commands, words, [SETTINGS_TOPIC]));
  return formatCommandHelp(found.command, width);
};
