/** What is no number is text; null is nothing. */
export type Cell = string | number | null;

// A spreadsheet runs as a formula what begins with one of these, also where it takes another separator
// than the comma and so sees a cell begin in the middle of ours.
const FORMULA = /(^|[;,|\t\r\n])(["'\s]*)([=+\-@＝＋－＠])/g;

const text = (value: string): string =>
  `"${value.replace(FORMULA, "$1'$2$3").replaceAll('"', '""')}"`;

const cell = (value: Cell): string =>
  value === null ? "" : typeof value === "number" ? String(value) : text(value);

/** RFC 4180, with the mark by which spreadsheets know UTF-8. No text in it is ever a formula. */
export const csvOf = (rows: Cell[][]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("")}`;

const READ_MS = 60_000;

/** Saves the rows as a file of the reader's. */
export const download = (name: string, rows: Cell[][]): void => {
  const url = URL.createObjectURL(new Blob([csvOf(rows)], { type: "text/csv;charset=utf-8" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  // Some browsers read it only after the click.
  setTimeout(() => URL.revokeObjectURL(url), READ_MS);
};
