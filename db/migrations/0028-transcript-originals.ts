import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

/** Adds the transcripts as they were before users corrected them. */
export const up = async (knex: Knex): Promise<void> => {
  const c = columnTypesOf(knex);
  // The utterances come last: reading who corrected a transcript doesn't read their pages.
  await knex.raw(`CREATE TABLE transcript_originals (
    organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    recording_id ${c.text} NOT NULL,
    corrected_at ${c.integer} NOT NULL,
    corrected_by ${c.text},
    utterances ${c.text} NOT NULL,
    PRIMARY KEY (organization_id, recording_id),
    FOREIGN KEY (organization_id, recording_id)
      REFERENCES recordings (organization_id, id) ON DELETE CASCADE
  ) ${c.tableOptions}`);
};
