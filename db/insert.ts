import type { Db } from "./connect.js";

// SQLite takes 32,766 variables a statement, PostgreSQL 65,535; our widest row of this kind has nine.
const ROWS_PER_STATEMENT = 100;

/** Inserts any number of rows, in statements of a bounded size. */
export const insertAll = async (trx: Db, table: string, rows: readonly object[]): Promise<void> => {
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT)
    await trx(table).insert(rows.slice(from, from + ROWS_PER_STATEMENT));
};
