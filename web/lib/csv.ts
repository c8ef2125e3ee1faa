/** A number, a text, or null for an empty cell. */
export type Cell = string | number | null;

// Spreadsheets run a cell that begins with one of these characters as a formula. A spreadsheet with a separator other
// than the comma also splits our cells, so a formula may begin inside one.
const FORMULA = /(^|[;,|\t\r\n])(["'\s]*)([=+\-@＝＋－＠])/g;

const formatText = (value: string): string =>
  `"${value.replace(FORMULA, "$1'$2$3").replaceAll('"', '""')}"`;

const formatCell = (value: Cell): string =>
  value === null ? "" : typeof value === "number" ? String(value) : formatText(value);

/** Formats rows as CSV (RFC 4180) with a byte order mark for UTF-8. Escapes texts that look like formulas. */
const formatCsv = (rows: Cell[][]): string =>
  `\uFEFF${rows.map((row) => `${row.map(formatCell).join(",")}\r\n`).join("")}`;

const REVOKE_AFTER_MS = 60_000;

/** Saves the rows as a CSV file on the user's device. */
export const downloadCsv = (name: string, rows: Cell[][]): void => {
  const url = URL.createObjectURL(new Blob([formatCsv(rows)], { type: "text/csv;charset=utf-8" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  // Some browsers read the blob only after the click.
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
};
