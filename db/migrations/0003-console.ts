import type { Knex } from "knex";
import { type ColumnTypes, columnTypesOf } from "./column-types.js";

const statements = (c: ColumnTypes): string[] => [
  // Users who can sign in. email_key repeats the user's; here it is unique across organizations.
  `CREATE TABLE admins (
    organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    user_id ${c.text} NOT NULL,
    email_key ${c.text} NOT NULL UNIQUE,
    password ${c.text} NOT NULL,
    created_at ${c.integer} NOT NULL,
    changed_at ${c.integer} NOT NULL,
    PRIMARY KEY (organization_id, user_id),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id) ON DELETE CASCADE
  ) ${c.tableOptions}`,
  `CREATE TABLE sessions (
    organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    id ${c.text} NOT NULL,
    user_id ${c.text} NOT NULL,
    hash ${c.text} NOT NULL UNIQUE,
    address ${c.text},
    agent ${c.text} NOT NULL,
    created_at ${c.integer} NOT NULL,
    last_used_at ${c.integer} NOT NULL,
    expires_at ${c.integer} NOT NULL,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, user_id) REFERENCES admins (organization_id, user_id) ON DELETE CASCADE
  ) ${c.tableOptions}`,
  `CREATE INDEX sessions_of_admin ON sessions (organization_id, user_id)`,
  // At most one link per organization: a new link replaces it.
  `CREATE TABLE setup_links (
    organization_id ${c.text} PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
    hash ${c.text} NOT NULL UNIQUE,
    expires_at ${c.integer} NOT NULL
  ) ${c.tableOptions}`,
];

/** Creates the console's admins, sessions and set-up links. Tokens are stored as digests. */
export const up = async (knex: Knex): Promise<void> => {
  for (const statement of statements(columnTypesOf(knex))) await knex.raw(statement);
};
