const INDENT = "  ";
const TEXT_INDENT = "      ";
/** Deeper than the text below, so that a broken usage line stands out from it. */
const USAGE_INDENT = " ".repeat(10);
const DEFAULT_WIDTH = 80;
const MIN_WIDTH = 60;
const MAX_WIDTH = 120;

/** A term and its explanation. */
export type Row = readonly [term: string, text: string];

/** Returns the width for text on stdout. A pipe or a file has no columns. */
export const resolveWidth = (columns: number | undefined = process.stdout.columns): number =>
  Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, columns || DEFAULT_WIDTH));

const joinParts = (parts: readonly string[], width: number): string[] => {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + part.length > width) lines.push(part);
    else lines[lines.length - 1] = `${last} ${part}`;
  }
  return lines;
};

/** Breaks a text into lines at spaces. */
export const wrapText = (text: string, width: number): string =>
  joinParts(text.split(" "), width).join("\n");

/** Breaks a usage line into lines, but not within [] and <> or between a flag and its placeholder. */
export const wrapUsage = (
  prefix: string,
  usage: string,
  width: number,
  indent = " ".repeat(prefix.length),
): string => {
  const parts = usage.match(/\(?--[\w-]+ <[^>]*>|(?:\[[^\]]*\]|<[^>]*>|[^\s[<])+/g) ?? [];
  const lines = joinParts(parts, width - Math.max(prefix.length, indent.length));
  return `${prefix}${lines.join(`\n${indent}`)}`;
};

/** Formats rows in two columns, of which the first is as wide as `termWidth` or its longest term. */
export const formatTable = (
  rows: readonly Row[],
  width: number,
  termWidth = Math.max(...rows.map(([term]) => term.length)),
): string => {
  const margin = `${INDENT}${" ".repeat(termWidth)}${INDENT}`;
  return rows
    .map(([term, text]) => {
      const wrapped = wrapText(text, width - margin.length).replaceAll("\n", `\n${margin}`);
      return `${INDENT}${term.padEnd(termWidth)}${INDENT}${wrapped}`;
    })
    .join("\n");
};

/** Formats each explanation below its term, which is a usage line or too long for a column. */
export const formatDefinitions = (rows: readonly Row[], width: number): string =>
  rows
    .map(([term, text]) => {
      const wrapped = wrapText(text, width - TEXT_INDENT.length);
      return `${wrapUsage(INDENT, term, width, USAGE_INDENT)}\n${wrapped.replaceAll(/^/gm, TEXT_INDENT)}`;
    })
    .join("\n");
