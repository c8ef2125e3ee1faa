import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

/** Adds the defaults of settings that this database has instead of the program's. */
export const up = async (knex: Knex): Promise<void> => {
  const c = columnTypesOf(knex);
  await knex.raw(
    `CREATE TABLE instance_defaults (
      setting ${c.text} PRIMARY KEY,
      value ${c.text} NOT NULL
    ) ${c.clusteredTableOptions}`,
  );
  // The earlier default analyzer was external. It stays if organizations rely on their own worker.
  await knex.raw(
    `INSERT INTO instance_defaults (setting, value)
      SELECT 'DEBRIEF_ANALYZER', 'external' WHERE EXISTS (SELECT 1 FROM organizations)`,
  );
};
