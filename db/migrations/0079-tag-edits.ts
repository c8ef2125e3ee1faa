import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

/** Adds the tags that people added to recordings or removed from them, which later analyses keep so. */
export const up = async (knex: Knex): Promise<void> => {
  const c = columnTypesOf(knex);
  await knex.raw(`CREATE TABLE tag_edits (
    organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    recording_id ${c.text} NOT NULL,
    tag_key ${c.text} NOT NULL,
    tag ${c.text} NOT NULL,
    is_added ${c.flag} NOT NULL,
    PRIMARY KEY (organization_id, recording_id, tag_key),
    FOREIGN KEY (organization_id, recording_id) REFERENCES recordings (organization_id, id) ON DELETE CASCADE
  ) ${c.tableOptions}`);
};
