import type { Knex } from "knex";
import type { Db } from "./connect.js";

/** Builds a select list from columns by field name, once: Knex quotes each column at every call. */
export const createColumnList = (columns: Record<string, string>): ((db: Db) => Knex.Raw) => {
  const list = Object.entries(columns)
    .map(([field, column]) => `${column} AS "${field}"`)
    .join(", ");
  return (db) => db.raw(list);
};
