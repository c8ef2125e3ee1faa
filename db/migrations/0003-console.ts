import type { Knex } from "knex";
import { type Columns, columnsOf } from "./columns.js";

const statements = (c: Columns): string[] => [
  // Users who may sign in. email_key is the user's, again: here it is unique over all organizations.
  `CREATE TABLE admins (
    organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    user_id ${c.text} NOT NULL,
    email_key ${c.text} NOT NULL UNIQUE,
    password ${c.text} NOT NULL,
    created_at ${c.integer} NOT NULL,
    changed_at ${c.integer} NOT NULL,
    PRIMARY KEY (organization_id, user_id),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id) ON DELETE CASCADE
  ) ${c.end}`,
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
  ) ${c.end}`,
  `CREATE INDEX sessions_of_admin ON sessions (organization_id, user_id)`,
  // One for an organization: another one takes its place.
  `CREATE TABLE setup_links (
    organization_id ${c.text} PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
    hash ${c.text} NOT NULL UNIQUE,
    expires_at ${c.integer} NOT NULL
  ) ${c.end}`,
];

/** Who signs in to the console, with what, and from where. Of tokens there are digests only. */
export const up = async (knex: Knex): Promise<void> => {
  for (const statement of statements(columnsOf(knex))) await knex.raw(statement);
};
