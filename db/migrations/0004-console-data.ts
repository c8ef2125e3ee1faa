import type { Knex } from "knex";
import { columnsOf } from "./columns.js";

/** last_used_at: of the key or the dialer token that comes from it, to the minute. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`ALTER TABLE api_keys ADD COLUMN last_used_at ${columnsOf(knex).integer}`);
};
