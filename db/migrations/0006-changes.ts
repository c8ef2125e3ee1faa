import type { Knex } from "knex";
import { type ColumnTypes, columnTypesOf } from "./column-types.js";

/**
 * Builds the update from milliseconds to positions: microseconds in the same order, unique in the organization,
 * even for many rows of one millisecond.
 */
const buildPositionUpdate = (table: string, column: string): string =>
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

const buildLastPositionQuery = (table: string, column: string): string =>
  `SELECT max(${column}) AS place FROM ${table} WHERE ${table}.organization_id = organizations.id`;

const statements = (c: ColumnTypes): string[] => [
  // The newest of all positions below. The next change gets a higher one.
  `ALTER TABLE organizations ADD COLUMN last_position ${c.integer} NOT NULL DEFAULT 0`,
  "DROP INDEX recordings_by_update",
  "ALTER TABLE recordings RENAME COLUMN updated_at TO updated_position",
  "ALTER TABLE recordings RENAME COLUMN processed_at TO processed_position",
  buildPositionUpdate("recordings", "updated_position"),
  buildPositionUpdate("recordings", "processed_position"),
  `CREATE UNIQUE INDEX recordings_by_update ON recordings (organization_id, status, updated_position)`,
  `CREATE UNIQUE INDEX recordings_by_processing ON recordings (organization_id, processed_position)`,
  // Markers of erased recordings, for sync clients.
  `CREATE TABLE erased_recordings (
    organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    position ${c.integer} NOT NULL,
    recording_id ${c.text} NOT NULL,
    PRIMARY KEY (organization_id, position)
  ) ${c.clusteredTableOptions}`,
  "DROP INDEX events_list",
  "ALTER TABLE events RENAME COLUMN created_at TO position",
  buildPositionUpdate("events", "position"),
  `CREATE UNIQUE INDEX events_list ON events (organization_id, position)`,
  `CREATE INDEX events_by_name ON events (organization_id, event, position)`,
  `UPDATE organizations SET last_position = (SELECT coalesce(max(place), 0) FROM (
    ${buildLastPositionQuery("recordings", "updated_position")} UNION ALL
    ${buildLastPositionQuery("recordings", "processed_position")} UNION ALL ${buildLastPositionQuery("events", "position")}) AS places)`,
];

/**
 * Adds positions in commit order for sync clients: a recording's last change and processing, erasures, and
 * events.
 */
export const up = async (knex: Knex): Promise<void> => {
  for (const statement of statements(columnTypesOf(knex))) await knex.raw(statement);
};
