import { type Db, dialectOf } from "./connect.js";

/**
 * Inserts any number of rows with the same columns, as one binding: one text for the statement cache, like
 * `inList`.
 */
export const insertAll = async (trx: Db, table: string, rows: readonly object[]): Promise<void> => {
  if (rows.length === 0) return;
  const names = Object.keys(rows[0]!);
  const columns = names.map((name) => `"${name}"`).join(", ");
  const into = `INSERT INTO ${table} (${columns})`;
  if (dialectOf(trx) === "postgres")
    await trx.raw(`${into} SELECT ${columns} FROM json_populate_recordset(NULL::${table}, ?)`, [
      JSON.stringify(rows),
    ]);
  else
    await trx.raw(
      `${into} SELECT ${names.map((_, index) => `value ->> ${index}`).join(", ")} FROM json_each(?)`,
      [JSON.stringify(rows.map((row) => Object.values(row)))],
    );
};
