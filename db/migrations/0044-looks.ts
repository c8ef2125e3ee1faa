import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

/**
 * Records content views in the audit log: a mark on these entries, and indexes by time and subject for views and for
 * other entries.
 */
export const up = async (knex: Knex): Promise<void> => {
  const c = columnTypesOf(knex);
  for (const statement of [
    `ALTER TABLE audit_log ADD COLUMN is_look ${c.integer} NOT NULL DEFAULT 0`,
    `CREATE INDEX audit_log_looks ON audit_log (organization_id, is_look, at, id)`,
    // Views only: the subject of other entries may be an e-mail that is too long for a PostgreSQL index.
    `CREATE INDEX audit_log_looked_at ON audit_log (organization_id, subject, at, id) WHERE is_look = 1`,
  ])
    await knex.raw(statement);
};
