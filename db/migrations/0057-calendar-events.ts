import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

/** Adds which events of a calendar count, the zone of times without one, and what the last read didn't take. */
export const up = async (knex: Knex): Promise<void> => {
  const c = columnTypesOf(knex);
  // Calendars that exist keep all of their appointments until an admin changes this.
  await knex.raw(`ALTER TABLE calendars ADD COLUMN events ${c.text} NOT NULL DEFAULT 'all'`);
  await knex.raw(`ALTER TABLE calendars ADD COLUMN time_zone ${c.text}`);
  await knex.raw(`ALTER TABLE calendars ADD COLUMN notices ${c.text} NOT NULL DEFAULT '[]'`);
};
