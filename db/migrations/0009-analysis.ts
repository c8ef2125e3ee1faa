import type { Knex } from "knex";
import { type ColumnTypes, columnTypesOf } from "./column-types.js";

const statements = (c: ColumnTypes): string[] => [
  // The template's own prompt for the model; null: the default prompt.
  `ALTER TABLE templates ADD COLUMN prompt ${c.text}`,
  // A row for each recording that a worker is analysing, or that a user wants analysed again.
  `CREATE TABLE analysis_claims (
    organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    recording_id ${c.text} NOT NULL,
    holder ${c.text},
    held_until ${c.integer} NOT NULL,
    seen ${c.integer} NOT NULL,
    begun ${c.integer} NOT NULL,
    wanted ${c.flag} NOT NULL,
    PRIMARY KEY (organization_id, recording_id),
    FOREIGN KEY (organization_id, recording_id) REFERENCES recordings (organization_id, id)
      ON DELETE CASCADE
  ) ${c.clusteredTableOptions}`,
];

/** Creates analysis claims, and adds a prompt to templates. */
export const up = async (knex: Knex): Promise<void> => {
  for (const statement of statements(columnTypesOf(knex))) await knex.raw(statement);
};
