import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

/** Creates the settings of redaction. patterns: a JSON list of names and expressions. */
export const up = async (knex: Knex): Promise<void> => {
  const c = columnTypesOf(knex);
  await knex.raw(
    `CREATE TABLE redaction (
      organization_id ${c.text} PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
      card_numbers ${c.flag} NOT NULL,
      patterns ${c.text} NOT NULL
    ) ${c.tableOptions}`,
  );
};
