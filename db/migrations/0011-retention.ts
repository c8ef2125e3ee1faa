import type { Knex } from "knex";
import { type Columns, columnsOf } from "./columns.js";

const statements = (c: Columns): string[] => [
  // Null: for ever. Whoever runs the rule has claimed it, as a delivery is claimed.
  `CREATE TABLE retention (
    organization_id ${c.text} PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
    media_days ${c.integer},
    transcript_days ${c.integer},
    payload_days ${c.integer},
    changed_at ${c.integer} NOT NULL,
    ran_at ${c.integer},
    claimed_by ${c.text},
    lease_until ${c.integer}
  ) ${c.end}`,
  // Runs that removed something. ended_at: null while one is under way, or was interrupted and will go on.
  `CREATE TABLE retention_runs (
    organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    id ${c.text} NOT NULL,
    started_at ${c.integer} NOT NULL,
    ended_at ${c.integer},
    media ${c.integer} NOT NULL,
    media_bytes ${c.integer} NOT NULL,
    transcripts ${c.integer} NOT NULL,
    payloads ${c.integer} NOT NULL,
    PRIMARY KEY (organization_id, id)
  ) ${c.end}`,
  `CREATE INDEX retention_runs_list ON retention_runs (organization_id, started_at, id)`,
  // When what was said was removed; the row stays, with nothing said.
  `ALTER TABLE transcripts ADD COLUMN removed_at ${c.integer}`,
];

/** How long an organization keeps what, and what was removed for being older. */
export const up = async (knex: Knex): Promise<void> => {
  for (const statement of statements(columnsOf(knex))) await knex.raw(statement);
};
