import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

/** Adds what was left out, repaired or estimated in a transcript: a JSON list. */
export const up = async (knex: Knex): Promise<void> => {
  const c = columnTypesOf(knex);
  await knex.raw(`CREATE TABLE notices (
    organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    recording_id ${c.text} NOT NULL,
    notices ${c.text} NOT NULL,
    PRIMARY KEY (organization_id, recording_id),
    FOREIGN KEY (organization_id, recording_id)
      REFERENCES recordings (organization_id, id) ON DELETE CASCADE
  ) ${c.tableOptions}`);
};
