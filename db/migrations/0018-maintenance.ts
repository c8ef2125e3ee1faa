import type { Knex } from "knex";
import { type ColumnTypes, columnTypesOf } from "./column-types.js";

const statements = (c: ColumnTypes): string[] => [
  // Work under way that other processes must not disturb. organization_id: '' if it concerns all organizations. No
  // foreign key: an import marks its organization before it inserts it.
  `CREATE TABLE maintenance (
    organization_id ${c.text} NOT NULL,
    purpose ${c.text} NOT NULL,
    owner ${c.text} NOT NULL,
    renewed_at ${c.integer} NOT NULL,
    PRIMARY KEY (organization_id, purpose)
  ) ${c.clusteredTableOptions}`,
];

/** Adds the marks of maintenance under way. */
export const up = async (knex: Knex): Promise<void> => {
  for (const statement of statements(columnTypesOf(knex))) await knex.raw(statement);
};
