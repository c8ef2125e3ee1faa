import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

const reference = (table: string, column: string, rule = ""): string =>
  `FOREIGN KEY (organization_id, ${column}) REFERENCES ${table} (organization_id, id) ${rule}`;

/** Adds clips of recordings, and the users and teams with whom they are shared. */
export const up = async (knex: Knex): Promise<void> => {
  const c = columnTypesOf(knex);
  const organization = `organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE`;
  for (const statement of [
    // The words of a clip are not stored: they are the transcript's, between start_ms and end_ms.
    `CREATE TABLE clips (
      ${organization},
      id ${c.text} NOT NULL,
      recording_id ${c.text} NOT NULL,
      author_id ${c.text} NOT NULL,
      title ${c.text} NOT NULL,
      start_ms ${c.integer} NOT NULL,
      end_ms ${c.integer} NOT NULL,
      created_at ${c.integer} NOT NULL,
      is_for_everyone ${c.flag} NOT NULL,
      file ${c.text},
      bytes ${c.integer},
      cut_failures ${c.integer} NOT NULL DEFAULT 0,
      cut_problem ${c.text},
      cut_after ${c.integer} DEFAULT 0,
      PRIMARY KEY (organization_id, id),
      ${reference("recordings", "recording_id", "ON DELETE CASCADE")},
      ${reference("users", "author_id")}
    ) ${c.tableOptions}`,
    `CREATE INDEX clips_by_time ON clips (organization_id, created_at, id)`,
    `CREATE INDEX clips_by_author ON clips (organization_id, author_id, created_at, id)`,
    `CREATE INDEX clips_by_recording ON clips (organization_id, recording_id, start_ms)`,
    `CREATE INDEX clips_by_file ON clips (organization_id, file) WHERE file IS NOT NULL`,
    `CREATE INDEX clips_to_cut ON clips (organization_id, cut_after, id) WHERE file IS NULL AND cut_after IS NOT NULL`,
    `CREATE TABLE clip_users (
      ${organization},
      clip_id ${c.text} NOT NULL,
      user_id ${c.text} NOT NULL,
      PRIMARY KEY (organization_id, clip_id, user_id),
      ${reference("clips", "clip_id", "ON DELETE CASCADE")},
      ${reference("users", "user_id")}
    ) ${c.clusteredTableOptions}`,
    `CREATE INDEX clip_users_by_user ON clip_users (organization_id, user_id, clip_id)`,
    `CREATE TABLE clip_teams (
      ${organization},
      clip_id ${c.text} NOT NULL,
      team_id ${c.text} NOT NULL,
      PRIMARY KEY (organization_id, clip_id, team_id),
      ${reference("clips", "clip_id", "ON DELETE CASCADE")},
      ${reference("teams", "team_id", "ON DELETE CASCADE")}
    ) ${c.clusteredTableOptions}`,
    `CREATE INDEX clip_teams_by_team ON clip_teams (organization_id, team_id, clip_id)`,
  ])
    await knex.raw(statement);
};
