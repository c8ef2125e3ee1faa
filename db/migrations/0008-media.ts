import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

/** Creates the table of media files. The files themselves are in the data directory. */
export const up = async (knex: Knex): Promise<void> => {
  const c = columnTypesOf(knex);
  await knex.raw(`CREATE TABLE media (
    organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    recording_id ${c.text} NOT NULL,
    file ${c.text} NOT NULL,
    type ${c.text} NOT NULL,
    bytes ${c.integer} NOT NULL,
    created_at ${c.integer} NOT NULL,
    PRIMARY KEY (organization_id, recording_id),
    UNIQUE (organization_id, file),
    FOREIGN KEY (organization_id, recording_id) REFERENCES recordings (organization_id, id)
      ON DELETE CASCADE
  ) ${c.clusteredTableOptions}`);
  await knex.raw(`CREATE INDEX media_by_age ON media (organization_id, created_at)`);
};
