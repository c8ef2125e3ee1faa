import { formatDefault, settings } from "./settings.js";

const formatRow = (...cells: string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll(/[<|]/g, "\\$&")).join(" | ")} |`;

/** Formats the table of settings in docs/operations.md; scripts/settings-docs.ts writes it there. */
export const formatSettingsMarkdown = (): string =>
  [
    "| Setting | Default | Meaning |",
    "|---|---|---|",
    ...settings.map((setting) =>
      formatRow(
        `\`${setting.name}\``,
        setting.defaultText === undefined && setting.default !== undefined
          ? `\`${formatDefault(setting)}\``
          : formatDefault(setting),
        `${setting.description}${setting.isSecret ? `; also \`${setting.name}_FILE\`` : ""}`,
      ),
    ),
  ].join("\n");
