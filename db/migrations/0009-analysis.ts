import type { Knex } from "knex";
import { type Columns, columnsOf } from "./columns.js";

const statements = (c: Columns): string[] => [
  // What the model is asked for instead of the usual; null: the usual.
  `ALTER TABLE templates ADD COLUMN prompt ${c.text}`,
  // A row for each recording that one of our workers has begun and not ended, or is wanted to begin again.
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
  ) ${c.clustered}`,
];

/** Who analyses which recording at the moment, and what a template asks of the model. */
export const up = async (knex: Knex): Promise<void> => {
  for (const statement of statements(columnsOf(knex))) await knex.raw(statement);
};
