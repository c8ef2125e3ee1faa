import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

/**
 * Adds the time at which the server closed an appointment's match window, and the index that finds windows
 * which are over and still open. Windows that ended before the migration are history: they close here, so
 * that the job never reports them.
 */
export const up = async (knex: Knex): Promise<void> => {
  const { integer } = columnTypesOf(knex);
  const now = Date.now();
  await knex.raw(`ALTER TABLE appointments ADD COLUMN match_window_closed_at ${integer}`);
  await knex("appointments")
    .whereRaw("start_time + reach < ?", [now])
    .update({ match_window_closed_at: now });
  await knex.raw(`CREATE INDEX appointments_by_window_end
    ON appointments (organization_id, (start_time + reach)) WHERE match_window_closed_at IS NULL`);
};
