import type { Knex } from "knex";
import { type Db, dialectOf } from "./connect.js";

/** Builds the condition that a column has one of the texts in another column's JSON list. */
export const isInJsonList = (db: Db, column: string, listColumn: string): Knex.Raw =>
  db.raw(
    dialectOf(db) === "postgres"
      ? "?? IN (SELECT json_array_elements_text(CAST(?? AS json)))"
      : "?? IN (SELECT value FROM json_each(??))",
    [column, listColumn],
  );
