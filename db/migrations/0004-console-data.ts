import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

/** Adds the last use of an API key or of its dialer token, to the minute. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`ALTER TABLE api_keys ADD COLUMN last_used_at ${columnTypesOf(knex).integer}`);
};
