export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** One row of a Markdown table. */
export const cells = (values: readonly (number | string)[]): string => `| ${values.join(" | ")} |`;

/** The line below the heads. */
export const rule = (columns: readonly unknown[]): string => cells(columns.map(() => "---"));
