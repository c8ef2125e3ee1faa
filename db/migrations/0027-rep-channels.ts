import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

/** Adds the rep's channel in two-channel recordings, by organization and call source. */
export const up = async (knex: Knex): Promise<void> => {
  const c = columnTypesOf(knex);
  await knex.raw(
    `CREATE TABLE rep_channels (
      organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
      source ${c.text} NOT NULL,
      rep_channel ${c.text} NOT NULL,
      PRIMARY KEY (organization_id, source)
    ) ${c.clusteredTableOptions}`,
  );
};
