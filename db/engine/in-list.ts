import type { Knex } from "knex";
import { type Db, dialectOf } from "./connect.js";
import type { Placeholder } from "./prepared.js";

/**
 * `column IN values` as one binding, whatever the number of values: one statement text for the
 * statement cache, and no limit on the number of variables. SQLite gets a list as JSON.
 */
export const among = (
  db: Db,
  column: string,
  values: readonly (string | number)[] | Placeholder,
): Knex.Raw =>
  db.raw(dialectOf(db) === "postgres" ? "?? = ANY (?)" : "?? IN (SELECT value FROM json_each(?))", [
    column,
    values as string[],
  ]);

/** What a query takes that loads by ids. */
export interface OfMany {
  organizationId: string;
  ids: readonly string[];
}
