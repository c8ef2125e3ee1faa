import type { Knex } from "knex";
import { type Columns, columnsOf } from "./columns.js";

/**
 * Makes milliseconds positions: microseconds, in the same order, and no two of an organization the same,
 * however many there are of one millisecond.
 */
const positions = (table: string, column: string): string =>
  `WITH ranked AS (
    SELECT organization_id, id, ${column} * 1000 AS wanted,
      row_number() OVER (PARTITION BY organization_id ORDER BY ${column}, id) AS rank
    FROM ${table} WHERE ${column} IS NOT NULL
  ), placed AS (
    SELECT organization_id, id,
      rank + max(wanted - rank) OVER (PARTITION BY organization_id ORDER BY rank) AS place FROM ranked
  )
  UPDATE ${table} SET ${column} = placed.place FROM placed
  WHERE ${table}.organization_id = placed.organization_id AND ${table}.id = placed.id`;

const last = (table: string, column: string): string =>
  `SELECT max(${column}) AS place FROM ${table} WHERE ${table}.organization_id = organizations.id`;

const statements = (c: Columns): string[] => [
  // The newest of all positions below: db/positions.ts gives out the next one.
  `ALTER TABLE organizations ADD COLUMN last_position ${c.integer} NOT NULL DEFAULT 0`,
  "DROP INDEX recordings_by_update",
  "ALTER TABLE recordings RENAME COLUMN updated_at TO updated_position",
  "ALTER TABLE recordings RENAME COLUMN processed_at TO processed_position",
  positions("recordings", "updated_position"),
  positions("recordings", "processed_position"),
  `CREATE UNIQUE INDEX recordings_by_update ON recordings (organization_id, status, updated_position)`,
  `CREATE UNIQUE INDEX recordings_by_processing ON recordings (organization_id, processed_position)`,
  // What is left of a recording that was erased: that it was.
  `CREATE TABLE erased_recordings (
    organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    position ${c.integer} NOT NULL,
    recording_id ${c.text} NOT NULL,
    PRIMARY KEY (organization_id, position)
  ) ${c.clustered}`,
  "DROP INDEX events_list",
  "ALTER TABLE events RENAME COLUMN created_at TO position",
  positions("events", "position"),
  `CREATE UNIQUE INDEX events_list ON events (organization_id, position)`,
  `CREATE INDEX events_by_name ON events (organization_id, event, position)`,
  `UPDATE organizations SET last_position = (SELECT coalesce(max(place), 0) FROM (
    ${last("recordings", "updated_position")} UNION ALL
    ${last("recordings", "processed_position")} UNION ALL ${last("events", "position")}) AS places)`,
];

/**
 * Whatever can be synced has a place in the order in which it was committed: a recording where it was
 * last changed and where it was processed, an erasure, and an event.
 */
export const up = async (knex: Knex): Promise<void> => {
  for (const statement of statements(columnsOf(knex))) await knex.raw(statement);
};
