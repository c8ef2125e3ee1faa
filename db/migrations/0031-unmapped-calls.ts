import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

/** Adds calls with unassigned extensions or phone numbers. */
export const up = async (knex: Knex): Promise<void> => {
  const c = columnTypesOf(knex);
  // The input comes last: a scan reads no large value.
  await knex.raw(
    `CREATE TABLE unmapped_calls (
      organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
      call_key ${c.text} NOT NULL,
      kind ${c.text} NOT NULL,
      number ${c.text} NOT NULL,
      adapter ${c.text},
      received_at ${c.integer} NOT NULL,
      bytes ${c.integer} NOT NULL,
      file ${c.text},
      file_type ${c.text},
      file_bytes ${c.integer},
      customer_id ${c.text},
      customer_email ${c.text},
      customer_phone ${c.text},
      input ${c.text} NOT NULL,
      PRIMARY KEY (organization_id, call_key)
    ) ${c.tableOptions}`,
  );
  await knex.raw(
    `CREATE INDEX unmapped_calls_number
      ON unmapped_calls (organization_id, kind, number, received_at, call_key)`,
  );
  await knex.raw("CREATE INDEX unmapped_calls_file ON unmapped_calls (organization_id, file)");
};
