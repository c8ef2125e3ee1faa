import { formatDefault, listFlags, settings } from "../base/config/settings.js";
import type { Command } from "../base/config/command.js";

const formatRows = (pairs: [string, string][]): string => {
  const width = Math.max(...pairs.map(([left]) => left.length));
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
};

const formatSettings = (): string =>
  formatRows(
    settings.map((setting) => [
      `${setting.name}, --${listFlags(setting)[0]}`,
      `${setting.description} (${formatDefault(setting)})`,
    ]),
  );

const listSecrets = (): string =>
  settings.flatMap(({ name, isSecret }) => (isSecret ? name : [])).join(", ");

/** Formats the text of `debrief help`. */
export const formatHelp = (commands: Record<string, Command>): string =>
  `debrief: call recordings, appointments and sales coaching over /v1 and /graphql

Usage: debrief <command> [arguments] [flags]
Help:  debrief <command> --help

${formatRows(Object.values(commands).map(({ usage, description }) => [usage, description]))}

Settings (default), as environment variables, lines in .env or flags:

${formatSettings()}

debrief also reads a secret (${listSecrets()}) from the file that <NAME>_FILE names.
Exit codes: 0 success, 1 failure, 2 invalid usage, 78 invalid configuration.`;

/** Formats the text of `debrief <command> --help`. */
export const formatCommandHelp = ({
  usage,
  description,
  options,
  takesSettings,
}: Command): string => {
  const flags = Object.keys(options ?? {}).map((name) => `--${name}`);
  return [
    `Usage: debrief ${usage}`,
    "",
    description,
    ...(flags.length > 0 ? ["", `Flags: ${flags.join(", ")}`] : []),
    ...(takesSettings ? ["", "Settings (default):", formatSettings()] : []),
  ].join("\n");
};
