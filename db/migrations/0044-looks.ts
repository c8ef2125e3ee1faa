import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

/** Keeps in the audit log who looked: marks these entries, and finds them, or the others, by time and by subject. */
export const up = async (knex: Knex): Promise<void> => {
  const c = columnTypesOf(knex);
  for (const statement of [
    `ALTER TABLE audit_log ADD COLUMN is_look ${c.integer} NOT NULL DEFAULT 0`,
    `CREATE INDEX audit_log_looks ON audit_log (organization_id, is_look, at, id)`,
    // Only looks: the subject of another entry can be an e-mail that is too long for an index of PostgreSQL.
    `CREATE INDEX audit_log_looked_at ON audit_log (organization_id, subject, at, id) WHERE is_look = 1`,
  ])
    await knex.raw(statement);
};
