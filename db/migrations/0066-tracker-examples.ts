import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

/** Adds sentences that mean what a tracker looks for, and others that don't. */
export const up = async (knex: Knex): Promise<void> => {
  const c = columnTypesOf(knex);
  // recording_id: the call from which the sentence was copied.
  await knex.raw(`CREATE TABLE tracker_examples (
    organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    tracker_id ${c.text} NOT NULL,
    ordinal ${c.integer} NOT NULL,
    text ${c.text} NOT NULL,
    is_counter ${c.flag} NOT NULL,
    recording_id ${c.text},
    PRIMARY KEY (organization_id, tracker_id, ordinal),
    FOREIGN KEY (organization_id, tracker_id) REFERENCES trackers (organization_id, id) ON DELETE CASCADE,
    FOREIGN KEY (organization_id, recording_id) REFERENCES recordings (organization_id, id) ON DELETE CASCADE
  ) ${c.tableOptions}`);
  await knex.raw(
    `CREATE INDEX tracker_examples_by_recording ON tracker_examples (organization_id, recording_id)
     WHERE recording_id IS NOT NULL`,
  );
};
