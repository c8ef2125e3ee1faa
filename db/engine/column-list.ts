import type { Knex } from "knex";
import type { Db } from "./connect.js";

/** A list of columns under the names of fields, as one text: Knex would quote each of them at every call. */
export const columnList = (columns: Record<string, string>): ((db: Db) => Knex.Raw) => {
  const list = Object.entries(columns)
    .map(([field, column]) => `${column} AS "${field}"`)
    .join(", ");
  return (db) => db.raw(list);
};
