import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

/** Adds trackers, where they were found, and the recordings in which they are still to be found. */
export const up = async (knex: Knex): Promise<void> => {
  const c = columnTypesOf(knex);
  const organization = `organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE`;
  const recording =
    "FOREIGN KEY (organization_id, recording_id) REFERENCES recordings (organization_id, id) ON DELETE CASCADE";
  for (const statement of [
    // scan_below: earlier recordings were not searched yet; null if all were. deleted_at: its hits are being deleted.
    `CREATE TABLE trackers (
      ${organization},
      id ${c.text} NOT NULL,
      name ${c.text} NOT NULL,
      phrases ${c.text} NOT NULL,
      concept ${c.text},
      said_by ${c.text} NOT NULL,
      part ${c.text} NOT NULL,
      minutes ${c.integer},
      created_at ${c.integer} NOT NULL,
      updated_at ${c.integer} NOT NULL,
      deleted_at ${c.integer},
      scan_below ${c.integer},
      scan_total ${c.integer} NOT NULL,
      scan_done ${c.integer} NOT NULL,
      PRIMARY KEY (organization_id, id)
    ) ${c.tableOptions}`,
    `CREATE INDEX trackers_to_scan ON trackers (organization_id) WHERE scan_below IS NOT NULL`,
    // position: the recording's. start_ms: from the start of the recording. score: percent. quote: null once retention
    // has removed the transcript.
    `CREATE TABLE tracker_hits (
      ${organization},
      recording_id ${c.text} NOT NULL,
      tracker_id ${c.text} NOT NULL,
      ordinal ${c.integer} NOT NULL,
      position ${c.integer} NOT NULL,
      start_ms ${c.integer} NOT NULL,
      role ${c.text} NOT NULL,
      quote ${c.text},
      phrase ${c.text},
      score ${c.integer} NOT NULL,
      PRIMARY KEY (organization_id, recording_id, tracker_id, ordinal),
      ${recording},
      FOREIGN KEY (organization_id, tracker_id) REFERENCES trackers (organization_id, id)
    ) ${c.tableOptions}`,
    `CREATE INDEX tracker_hits_by_tracker ON tracker_hits (organization_id, tracker_id, position)`,
    `CREATE INDEX tracker_calls ON tracker_hits (organization_id, tracker_id, position) WHERE ordinal = 0`,
    // stamp: changes with the transcript. is_new: its hits send events.
    `CREATE TABLE tracker_queue (
      ${organization},
      recording_id ${c.text} NOT NULL,
      stamp ${c.text} NOT NULL,
      is_new ${c.flag} NOT NULL,
      PRIMARY KEY (organization_id, recording_id),
      ${recording}
    ) ${c.clusteredTableOptions}`,
  ])
    await knex.raw(statement);
};
