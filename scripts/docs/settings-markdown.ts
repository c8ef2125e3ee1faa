import { formatMarkdownTable } from "./markdown-table.js";
import { formatDefault, settings } from "../../src/base/config/settings.js";

/** Formats the table of settings in docs/operations.md. */
export const formatSettingsMarkdown = (): string =>
  formatMarkdownTable(
    ["Setting", "Default", "Meaning"],
    settings.map((setting) => [
      `\`${setting.name}\``,
      setting.defaultText === undefined && setting.default !== undefined
        ? `\`${formatDefault(setting)}\``
        : formatDefault(setting),
      `${setting.description}${setting.isSecret ? `; also \`${setting.name}_FILE\`` : ""}`,
    ]),
  );
