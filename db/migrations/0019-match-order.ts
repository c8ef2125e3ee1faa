import type { Knex } from "knex";
import { dialectOf } from "../engine/connect.js";

/** Indexes a rep's calls and appointments in matching's order of preference for equal starts. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP INDEX recordings_by_start");
  await knex.raw(
    "CREATE INDEX recordings_by_start ON recordings (organization_id, user_id, started_at, position)",
  );
  // PostgreSQL's index entries are too small for whole event ids.
  const eventId = dialectOf(knex) === "postgres" ? "substr(event_id, 1, 512)" : "event_id";
  await knex.raw(
    `CREATE INDEX appointments_by_event ON appointments (organization_id, user_id, start_time, ${eventId})`,
  );
};
