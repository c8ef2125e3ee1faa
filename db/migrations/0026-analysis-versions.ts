import type { Knex } from "knex";
import { type ColumnTypes, columnTypesOf } from "./column-types.js";

const statements = (c: ColumnTypes): string[] => {
  const key = `organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    recording_id ${c.text} NOT NULL`;
  const recording = `FOREIGN KEY (organization_id, recording_id)
      REFERENCES recordings (organization_id, id) ON DELETE CASCADE`;
  return [
    // The content comes last: lists of versions don't read its pages.
    `CREATE TABLE analysis_versions (
      ${key},
      version ${c.integer} NOT NULL,
      replaced_at ${c.integer} NOT NULL,
      edited ${c.text} NOT NULL,
      content ${c.text} NOT NULL,
      PRIMARY KEY (organization_id, recording_id, version),
      ${recording}
    ) ${c.tableOptions}`,
    // A row exists only while the recording shows something that a user wrote.
    `CREATE TABLE analysis_edits (
      ${key},
      fields ${c.text} NOT NULL,
      PRIMARY KEY (organization_id, recording_id),
      ${recording}
    ) ${c.clusteredTableOptions}`,
  ];
};

/** Adds earlier analyses, and the fields that users wrote. */
export const up = async (knex: Knex): Promise<void> => {
  for (const statement of statements(columnTypesOf(knex))) await knex.raw(statement);
};
