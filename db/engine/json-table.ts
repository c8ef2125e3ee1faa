import { type Db, dialectOf } from "./connect.js";

/** Returns the rows of a raw statement. */
export const selectRows = async <Row>(
  db: Db,
  sql: string,
  bindings: readonly unknown[],
): Promise<Row[]> => {
  const result = (await db.raw(sql, bindings as string[])) as { rows: Row[] } | Row[];
  return Array.isArray(result) ? result : result.rows;
};

/** Returns SQL for a table with the column `value` from one binding, a JSON list; `value ->> 0` is a row's first cell. */
export const jsonTable = (db: Db): string =>
  dialectOf(db) === "postgres" ? "json_array_elements(?::json) AS j (value)" : "json_each(?)";

/** Builds the binding of a `jsonTable` with one column. */
export const buildJsonRows = (values: readonly (string | number)[]): string =>
  JSON.stringify(values.map((value) => [value]));
