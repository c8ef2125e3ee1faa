import type { Knex } from "knex";
import { type ColumnTypes, columnTypesOf } from "./column-types.js";

const statements = (c: ColumnTypes): string[] => [
  // A person's key sees the person's data. `is_restricted` stays set when all the key's teams are deleted: the key then
  // sees nothing.
  `CREATE TABLE named_keys (
    organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    id ${c.text} NOT NULL,
    name ${c.text} NOT NULL,
    hash ${c.text} NOT NULL UNIQUE,
    prefix ${c.text} NOT NULL,
    scopes ${c.text} NOT NULL,
    user_id ${c.text},
    is_restricted ${c.flag} NOT NULL,
    created_at ${c.integer} NOT NULL,
    expires_at ${c.integer},
    last_used_at ${c.integer},
    last_used_address ${c.text},
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id) ON DELETE CASCADE
  ) ${c.tableOptions}`,
  `CREATE INDEX named_keys_by_user ON named_keys (organization_id, user_id)`,
  `CREATE TABLE named_key_teams (
    organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    key_id ${c.text} NOT NULL,
    team_id ${c.text} NOT NULL,
    PRIMARY KEY (organization_id, key_id, team_id),
    FOREIGN KEY (organization_id, key_id) REFERENCES named_keys (organization_id, id) ON DELETE CASCADE,
    FOREIGN KEY (organization_id, team_id) REFERENCES teams (organization_id, id) ON DELETE CASCADE
  ) ${c.clusteredTableOptions}`,
  `CREATE INDEX named_key_teams_by_team ON named_key_teams (organization_id, team_id)`,
];

/** Adds named keys: with scopes, and optionally limited to teams or acting as one person. */
export const up = async (knex: Knex): Promise<void> => {
  for (const statement of statements(columnTypesOf(knex))) await knex.raw(statement);
};
