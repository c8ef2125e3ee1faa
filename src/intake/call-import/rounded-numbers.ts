import type { TableRow } from "./call-table.js";

/** Excel shows numbers of more than 11 digits so, and saves what it shows. */
const ROUNDED = /^\d([.,]\d+)?E\+\d{2}$/i;

export const isRounded = (text: string | undefined): boolean =>
  text !== undefined && ROUNDED.test(text);

const ADVICE =
  "export the table again and don't open it in Excel, or import it there with this column as text";

/** Says that Excel has rounded the cell, and what helps. */
export const describeRounded = (column: string, text: string): string =>
  `${column} ${text} was rounded by Excel, so its digits are lost; ${ADVICE}`;

/** Columns whose rounded number would name another call, or no user. */
const IDENTIFYING = ["extension", "user_phone"] as const;

/** Returns why the row can't be imported. */
export const findRoundedUser = ({ cells }: TableRow): string | undefined => {
  if (cells.user_email !== undefined) return undefined;
  const column = IDENTIFYING.find((name) => cells[name] !== undefined);
  return column !== undefined && isRounded(cells[column])
    ? describeRounded(column, cells[column]!)
    : undefined;
};

/** Describes rounded cells that don't keep the row out. */
export const listRounded = ({ cells }: TableRow): string[] =>
  (["call_id", "customer_phone", "customer_id", "event_id"] as const)
    .filter((column) => isRounded(cells[column]))
    .map((column) => describeRounded(column, cells[column]!));
