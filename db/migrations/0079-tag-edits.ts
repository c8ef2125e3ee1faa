import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

/** Stores which tags people added to a recording, or removed from it; later analyses apply them. */
export const up = async (knex: Knex): Promise<void> => {
  const c = columnTypesOf(knex);
  // Null: the tag was removed, and its digest tells it from others.
  await knex.raw(`CREATE TABLE tag_edits (
    organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    recording_id ${c.text} NOT NULL,
    tag_key ${c.text} NOT NULL,
    tag ${c.text},
    PRIMARY KEY (organization_id, recording_id, tag_key),
    FOREIGN KEY (organization_id, recording_id) REFERENCES recordings (organization_id, id) ON DELETE CASCADE
  ) ${c.tableOptions}`);
};
