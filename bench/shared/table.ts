export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Formats a row of a Markdown table. */
export const formatRow = (values: readonly (number | string)[]): string =>
  `| ${values.join(" | ")} |`;

/** Formats the line below the header row. */
export const formatRule = (columns: readonly unknown[]): string =>
  formatRow(columns.map(() => "---"));
