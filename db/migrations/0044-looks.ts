import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

/** Keeps in the audit log who looked: marks these entries, and finds them, or the others, by time and by subject. */
export const up = async (knex: Knex): Promise<void> => {
  const c = columnTypesOf(knex);
  for (const statement of [
    `ALTER TABLE audit_log ADD COLUMN is_look ${c.integer} NOT NULL DEFAULT 0`,
    `CREATE INDEX audit_log_looks ON audit_log (organization_id, is_look, at, id)`,
    `CREATE INDEX audit_log_subject ON audit_log (organization_id, subject, at, id)`,
  ])
    await knex.raw(statement);
};
