const formatRow = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll(/[<|]/g, "\\$&")).join(" | ")} |`;

/** Formats a Markdown table. */
export const formatMarkdownTable = (
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): string =>
  [formatRow(titles), `|${"---|".repeat(titles.length)}`, ...rows.map(formatRow)].join("\n");
