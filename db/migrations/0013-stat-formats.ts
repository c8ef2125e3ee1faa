import type { Knex } from "knex";
import { type ColumnTypes, columnTypesOf } from "./column-types.js";

const statements = (c: ColumnTypes): string[] => [
  // The format of an organization's rows in stat_facts and stat_cells. rebuild_day: the day from which a rebuild
  // continues; null when every row has the format. A missing row means that the format is unknown.
  `CREATE TABLE stat_formats (
    organization_id ${c.text} PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
    format ${c.text} NOT NULL,
    rebuild_day ${c.integer}
  ) ${c.tableOptions}`,
];

/** Adds the format of stored statistics. */
export const up = async (knex: Knex): Promise<void> => {
  for (const statement of statements(columnTypesOf(knex))) await knex.raw(statement);
};
