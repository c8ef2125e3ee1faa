import type { Knex } from "knex";
import { type Db, dialectOf } from "./connect.js";
import type { Placeholder } from "./placeholder.js";

/**
 * Builds `column IN values` with one binding for any number of values: one text for the statement cache, and no
 * limit on the number of values. SQLite receives the list as JSON.
 */
export const inList = (
  db: Db,
  column: string,
  values: readonly (string | number)[] | Placeholder,
): Knex.Raw =>
  db.raw(dialectOf(db) === "postgres" ? "?? = ANY (?)" : "?? IN (SELECT value FROM json_each(?))", [
    column,
    values as string[],
  ]);

/** The values for a query that loads rows by id. */
export interface IdBatch {
  organizationId: string;
  ids: readonly string[];
}
