import type { Command, Flags } from "../base/config/command.js";
import { formatDefinitions, formatTable, wrapText, wrapUsage } from "./wrap.js";

const USAGE = "Usage: debrief ";

/** Formats the page of a family, such as all commands that begin with `source`. */
export const formatFamilyHelp = (
  commands: readonly Command[],
  family: string,
  width: number,
): string =>
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
