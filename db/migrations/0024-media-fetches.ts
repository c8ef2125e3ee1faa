import type { Knex } from "knex";
import { type ColumnTypes, columnTypesOf } from "./column-types.js";

const statements = (c: ColumnTypes): string[] => [
  // A row for each recording whose audio is to be fetched, or could not be. A stored file deletes it.
  `CREATE TABLE media_fetches (
    organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    recording_id ${c.text} NOT NULL,
    adapter ${c.text},
    holder ${c.text},
    file ${c.text},
    due_at ${c.integer} NOT NULL,
    attempts ${c.integer} NOT NULL,
    waited ${c.integer} NOT NULL,
    failure ${c.text},
    given_up ${c.flag} NOT NULL,
    PRIMARY KEY (organization_id, recording_id),
    FOREIGN KEY (organization_id, recording_id) REFERENCES recordings (organization_id, id)
      ON DELETE CASCADE
  ) ${c.clusteredTableOptions}`,
  `CREATE INDEX media_fetches_due ON media_fetches (organization_id, due_at) WHERE given_up = 0`,
  // The credential for a phone system's recordings. The secret and the name are sealed together.
  `CREATE TABLE dialer_media_credentials (
    organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    adapter ${c.text} NOT NULL,
    host ${c.text} NOT NULL,
    kind ${c.text} NOT NULL,
    secret ${c.text} NOT NULL,
    set_at ${c.integer} NOT NULL,
    PRIMARY KEY (organization_id, adapter)
  ) ${c.clusteredTableOptions}`,
];

/** Adds fetches of audio from phone systems, and the credentials for them. */
export const up = async (knex: Knex): Promise<void> => {
  for (const statement of statements(columnTypesOf(knex))) await knex.raw(statement);
};
