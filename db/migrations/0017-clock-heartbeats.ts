import type { Knex } from "knex";
import { type ColumnTypes, columnTypesOf } from "./column-types.js";

const statements = (c: ColumnTypes): string[] => [
  // The last time, to the hour, at which a server trusted its clock. Deletion by age compares the clock with it.
  `CREATE TABLE clock_heartbeats (
    organization_id ${c.text} PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
    beat_at ${c.integer} NOT NULL
  ) ${c.tableOptions}`,
];

/** Creates the heartbeats of the clock. */
export const up = async (knex: Knex): Promise<void> => {
  for (const statement of statements(columnTypesOf(knex))) await knex.raw(statement);
};
