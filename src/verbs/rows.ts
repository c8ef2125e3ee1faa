import { print } from "../verb.js";

/** Each row a line, in columns; what could move a terminal's cursor is left out. */
export const printRows = (rows: readonly string[][]): void => {
  const shown = rows.map((row) => row.map((cell) => cell.replaceAll(/\p{Cc}/gu, " ")));
  const widths = (shown[0] ?? []).map((_, column) =>
    Math.max(...shown.map((row) => row[column]!.length)),
  );
  for (const row of shown)
    print(
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    );
};
