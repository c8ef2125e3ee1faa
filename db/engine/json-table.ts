import { type Db, dialectOf } from "./connect.js";

/** What a raw statement selects. */
export const selected = async <Row>(
  db: Db,
  sql: string,
  bindings: readonly unknown[],
): Promise<Row[]> => {
  const result = (await db.raw(sql, bindings as string[])) as { rows: Row[] } | Row[];
  return Array.isArray(result) ? result : result.rows;
};

/** A table with the column `value` from one binding, a JSON list; `value ->> 0` is the first of a list in it. */
export const jsonTable = (db: Db): string =>
  dialectOf(db) === "postgres" ? "json_array_elements(?::json) AS j (value)" : "json_each(?)";

/** The binding for that with a row of one column for each value. */
export const rowsOf = (values: readonly (string | number)[]): string =>
  JSON.stringify(values.map((value) => [value]));
