import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

/** Stores names and words that speech recognition may not know, and the words that people correct. */
export const up = async (knex: Knex): Promise<void> => {
  const c = columnTypesOf(knex);
  await knex.raw(`CREATE TABLE vocabulary_terms (
    organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    term_key ${c.text} NOT NULL,
    term ${c.text} NOT NULL,
    heard_as ${c.text} NOT NULL,
    created_at ${c.integer} NOT NULL,
    PRIMARY KEY (organization_id, term_key)
  ) ${c.tableOptions}`);
  await knex.raw(`CREATE TABLE word_corrections (
    organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    recording_id ${c.text} NOT NULL,
    heard ${c.text} NOT NULL,
    term ${c.text} NOT NULL,
    times ${c.integer} NOT NULL,
    corrected_at ${c.integer} NOT NULL,
    PRIMARY KEY (organization_id, recording_id, heard, term),
    FOREIGN KEY (organization_id, recording_id) REFERENCES recordings (organization_id, id) ON DELETE CASCADE
  ) ${c.tableOptions}`);
  await knex.raw(
    "CREATE INDEX word_corrections_by_time ON word_corrections (organization_id, corrected_at)",
  );
};
