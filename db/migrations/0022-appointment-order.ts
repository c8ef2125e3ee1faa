import type { Knex } from "knex";
import { dialectOf } from "../engine/connect.js";

/**
 * Replaces two indexes on a user's appointments with one, because SQLite writes a page per index when a start changes.
 * The new index's last column sorts equal starts for lists. PostgreSQL keeps both indexes: otherwise, it would sort
 * lists with long event ids from the table.
 */
export const up = async (knex: Knex): Promise<void> => {
  if (dialectOf(knex) !== "sqlite") return;
  await knex.raw("DROP INDEX appointments_by_user");
  await knex.raw("DROP INDEX appointments_by_event");
  await knex.raw(
    "CREATE INDEX appointments_by_user ON appointments (organization_id, user_id, start_time, event_id, id)",
  );
};
