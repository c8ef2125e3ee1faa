import type { Knex } from "knex";
import { type ColumnTypes, columnTypesOf } from "./column-types.js";

const statements = (c: ColumnTypes): string[] => [
  // No foreign keys: entries outlive users, webhooks and sessions.
  `CREATE TABLE audit_log (
    organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    id ${c.text} NOT NULL,
    at ${c.integer} NOT NULL,
    action ${c.text} NOT NULL,
    actor ${c.text} NOT NULL,
    user_id ${c.text},
    email ${c.text},
    address ${c.text},
    subject ${c.text},
    fields ${c.text} NOT NULL,
    PRIMARY KEY (organization_id, id)
  ) ${c.tableOptions}`,
  `CREATE INDEX audit_log_list ON audit_log (organization_id, at, id)`,
];

/** Creates the audit log of settings changes. It never contains values. */
export const up = async (knex: Knex): Promise<void> => {
  for (const statement of statements(columnTypesOf(knex))) await knex.raw(statement);
};
