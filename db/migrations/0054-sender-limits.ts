import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

/**
 * Stores the scope of a team-limited sender, because a call or an appointment may be linked to the named objects only
 * later.
 */
export const up = async (knex: Knex): Promise<void> => {
  const c = columnTypesOf(knex);
  // A JSON list of team ids: the teams of the key that sent requested_event_id. Null: the sender sees everything.
  await knex.raw(`ALTER TABLE recordings ADD COLUMN requested_event_teams ${c.text}`);
  // The user whose call or appointment created the client. Null: created before this column existed, or otherwise.
  await knex.raw(`ALTER TABLE clients ADD COLUMN created_for_user_id ${c.text}`);
};
