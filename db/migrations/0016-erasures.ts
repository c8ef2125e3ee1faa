import type { Knex } from "knex";
import { type ColumnTypes, columnTypesOf } from "./column-types.js";

const statements = (c: ColumnTypes): string[] => [
  // The sealed key of the digests below; null until the organization's first erasure.
  `ALTER TABLE organizations ADD COLUMN erasure_key ${c.text}`,
  // The keyed digest of the erased recording's call id: the same call is refused when it is sent again.
  `ALTER TABLE erased_recordings ADD COLUMN call_hash ${c.text}`,
  // Not unique: no leftover row may ever stop an erasure.
  `CREATE INDEX erased_recordings_by_call ON erased_recordings (organization_id, call_hash)
    WHERE call_hash IS NOT NULL`,
  // The number of recordings that an erasure removed; null for other actions.
  `ALTER TABLE audit_log ADD COLUMN recordings ${c.integer}`,
];

/** Adds the digests that refuse erased calls, and the size of an erasure in the audit log. */
export const up = async (knex: Knex): Promise<void> => {
  for (const statement of statements(columnTypesOf(knex))) await knex.raw(statement);
};
