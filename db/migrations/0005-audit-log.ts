import type { Knex } from "knex";
import { type Columns, columnsOf } from "./columns.js";

const statements = (c: Columns): string[] => [
  // Refers to nobody: what it says stays when the user, the webhook or the session is gone.
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
  ) ${c.end}`,
  `CREATE INDEX audit_log_list ON audit_log (organization_id, at, id)`,
];

/** Who changed which setting, when and from where. Never a value of what was changed. */
export const up = async (knex: Knex): Promise<void> => {
  for (const statement of statements(columnsOf(knex))) await knex.raw(statement);
};
