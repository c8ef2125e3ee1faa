import type { Knex } from "knex";
import { type Db, dialectOf } from "./connect.js";

/**
 * `column IN values` as one binding, whatever the number of values: one statement text for the
 * statement cache, and no limit on the number of variables.
 */
export const among = (db: Db, column: string, values: readonly (string | number)[]): Knex.Raw =>
  dialectOf(db) === "postgres"
    ? db.raw("?? = ANY (?)", [column, values as string[]])
    : db.raw("?? IN (SELECT value FROM json_each(?))", [column, JSON.stringify(values)]);
