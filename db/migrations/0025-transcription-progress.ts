import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

/** Adds how much of a call's audio a worker has transcribed. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(
    `ALTER TABLE analysis_claims ADD COLUMN transcribed_percent ${columnTypesOf(knex).integer}`,
  );
};
