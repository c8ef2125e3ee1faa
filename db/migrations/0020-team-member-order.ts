import type { Knex } from "knex";
import { type ColumnTypes, columnTypesOf } from "./column-types.js";

const buildTable = (c: ColumnTypes): string =>
  `CREATE TABLE team_members (
    organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    team_id ${c.text} NOT NULL,
    position ${c.integer} NOT NULL,
    user_id ${c.text} NOT NULL,
    role ${c.text} NOT NULL,
    PRIMARY KEY (organization_id, team_id, position),
    UNIQUE (organization_id, team_id, user_id),
    FOREIGN KEY (organization_id, team_id) REFERENCES teams (organization_id, id) ON DELETE CASCADE,
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id) ON DELETE CASCADE
  ) ${c.clusteredTableOptions}`;

/**
 * Keeps a team's members together in both indexes. Sorted by user, a large team's members were spread over as many
 * pages, and a change wrote each of them. No query looks members up by user.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw("ALTER TABLE team_members RENAME TO old_team_members");
  await knex.raw(buildTable(columnTypesOf(knex)));
  await knex.raw(
    `INSERT INTO team_members (organization_id, team_id, position, user_id, role)
     SELECT organization_id, team_id, position, user_id, role FROM old_team_members
     ORDER BY organization_id, team_id, position`,
  );
  await knex.raw("DROP TABLE old_team_members");
};
