import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

/** Adds the state of failed checks to media files, and the locations of a silenced file's originals. */
export const up = async (knex: Knex): Promise<void> => {
  const c = columnTypesOf(knex);
  for (const column of [
    `check_failures ${c.integer} NOT NULL DEFAULT 0`,
    `check_problem ${c.text}`,
    // Null: no further attempt.
    `check_after ${c.integer} DEFAULT 0`,
    // A JSON list of file names in the trash.
    `originals ${c.text} NOT NULL DEFAULT '[]'`,
  ])
    await knex.raw(`ALTER TABLE media ADD COLUMN ${column}`);
};
