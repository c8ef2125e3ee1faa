import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

/** Adds the meanings of the sentences of transcripts. */
export const up = async (knex: Knex): Promise<void> => {
  const c = columnTypesOf(knex);
  // vectors: in base64, one after the other, in the order of the transcript's sentences.
  await knex.raw(`CREATE TABLE sentence_vectors (
    organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    recording_id ${c.text} NOT NULL,
    vectors ${c.text} NOT NULL,
    PRIMARY KEY (organization_id, recording_id),
    FOREIGN KEY (organization_id, recording_id) REFERENCES recordings (organization_id, id) ON DELETE CASCADE
  ) ${c.tableOptions}`);
};
