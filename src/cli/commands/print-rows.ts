import { print } from "../../base/config/command.js";

/** Prints rows as aligned columns. Control characters become spaces, since they can move a terminal's cursor. */
export const printRows = (rows: readonly string[][]): void => {
  const cleanRows = rows.map((row) => row.map((cell) => cell.replaceAll(/\p{Cc}/gu, " ")));
  const widths = (cleanRows[0] ?? []).map((_, column) =>
    Math.max(...cleanRows.map((row) => row[column]!.length)),
  );
  for (const row of cleanRows)
    print(
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    );
};
