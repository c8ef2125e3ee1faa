import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

/** Adds the peaks of stored audio. They are deleted with their file, however that happens. */
export const up = async (knex: Knex): Promise<void> => {
  const c = columnTypesOf(knex);
  await knex.raw(
    `CREATE TABLE waveforms (
      organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
      file ${c.text} NOT NULL,
      peaks ${c.text} NOT NULL,
      PRIMARY KEY (organization_id, file),
      FOREIGN KEY (organization_id, file) REFERENCES media (organization_id, file) ON DELETE CASCADE
    ) ${c.clusteredTableOptions}`,
  );
};
