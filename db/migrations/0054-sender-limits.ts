import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

/** Keeps what a sender of some teams could see, for what a call or an appointment names and gets only later. */
export const up = async (knex: Knex): Promise<void> => {
  const c = columnTypesOf(knex);
  // A JSON list of team ids: the teams of the key that sent requested_event_id. Null: the sender sees everything.
  await knex.raw(`ALTER TABLE recordings ADD COLUMN requested_event_teams ${c.text}`);
  // The user with whose call or appointment the client came. Null: before this column, or by other ways.
  await knex.raw(`ALTER TABLE clients ADD COLUMN created_for_user_id ${c.text}`);
};
