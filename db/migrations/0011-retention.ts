import type { Knex } from "knex";
import { type ColumnTypes, columnTypesOf } from "./column-types.js";

const statements = (c: ColumnTypes): string[] => [
  // Null days: keep forever. A run claims the row, as the notifier claims a delivery.
  `CREATE TABLE retention (
    organization_id ${c.text} PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
    media_days ${c.integer},
    transcript_days ${c.integer},
    payload_days ${c.integer},
    changed_at ${c.integer} NOT NULL,
    ran_at ${c.integer},
    claimed_by ${c.text},
    lease_until ${c.integer}
  ) ${c.tableOptions}`,
  // Runs that removed something. ended_at: null while a run is active, or interrupted and not resumed yet.
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
  ) ${c.tableOptions}`,
  `CREATE INDEX retention_runs_list ON retention_runs (organization_id, started_at, id)`,
  // When retention removed the transcript; the row stays, empty.
  `ALTER TABLE transcripts ADD COLUMN removed_at ${c.integer}`,
];

/** Creates the retention rules and their runs. */
export const up = async (knex: Knex): Promise<void> => {
  for (const statement of statements(columnTypesOf(knex))) await knex.raw(statement);
};
