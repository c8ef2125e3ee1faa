import type { Knex } from "knex";
import { type ColumnTypes, columnTypesOf } from "./column-types.js";

const statements = (c: ColumnTypes): string[] => [
  // Users who can sign in: so far only admins. email_key repeats the user's; here it is unique across organizations.
  `CREATE TABLE accounts (
    organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    user_id ${c.text} NOT NULL,
    email_key ${c.text} NOT NULL UNIQUE,
    role ${c.text} NOT NULL,
    password ${c.text},
    created_at ${c.integer} NOT NULL,
    changed_at ${c.integer} NOT NULL,
    PRIMARY KEY (organization_id, user_id),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id) ON DELETE CASCADE
  ) ${c.tableOptions}`,
  `INSERT INTO accounts (organization_id, user_id, email_key, role, password, created_at, changed_at)
    SELECT organization_id, user_id, email_key, 'admin', password, created_at, changed_at FROM admins`,
  // No database changes a foreign key in place: the sessions move to a table of the same name.
  "CREATE TABLE kept_sessions AS SELECT * FROM sessions",
  "DROP TABLE sessions",
  "DROP TABLE admins",
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
    FOREIGN KEY (organization_id, user_id) REFERENCES accounts (organization_id, user_id) ON DELETE CASCADE
  ) ${c.tableOptions}`,
  `INSERT INTO sessions
    (organization_id, id, user_id, hash, address, agent, created_at, last_used_at, expires_at)
    SELECT organization_id, id, user_id, hash, address, agent, created_at, last_used_at, expires_at
    FROM kept_sessions`,
  "DROP TABLE kept_sessions",
  `CREATE INDEX sessions_of_account ON sessions (organization_id, user_id)`,
  // A team's leads see its members' data. Leads need not be members.
  `CREATE TABLE team_leads (
    organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    team_id ${c.text} NOT NULL,
    user_id ${c.text} NOT NULL,
    PRIMARY KEY (organization_id, team_id, user_id),
    FOREIGN KEY (organization_id, team_id) REFERENCES teams (organization_id, id) ON DELETE CASCADE,
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id) ON DELETE CASCADE
  ) ${c.clusteredTableOptions}`,
  `CREATE INDEX team_leads_by_user ON team_leads (organization_id, user_id)`,
];

/** Adds roles for users who can sign in, and team leads. */
export const up = async (knex: Knex): Promise<void> => {
  for (const statement of statements(columnTypesOf(knex))) await knex.raw(statement);
};
