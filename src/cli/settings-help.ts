import { formatDefault, listFlags, settings } from "../base/config/settings.js";
import { formatDefinitions, type Row, wrapText } from "./wrap.js";

/** Formats the table of settings with their defaults. */
export const formatSettingsHelp = (width: number): string => {
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
