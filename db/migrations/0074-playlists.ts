import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

/** Adds playlists: ordered lists of clips. */
export const up = async (knex: Knex): Promise<void> => {
  const c = columnTypesOf(knex);
  const organization = `organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE`;
  for (const statement of [
    `CREATE TABLE playlists (
      ${organization},
      id ${c.text} NOT NULL,
      name ${c.text} NOT NULL,
      author_id ${c.text} NOT NULL,
      created_at ${c.integer} NOT NULL,
      PRIMARY KEY (organization_id, id),
      FOREIGN KEY (organization_id, author_id) REFERENCES users (organization_id, id)
    ) ${c.tableOptions}`,
    `CREATE TABLE playlist_clips (
      ${organization},
      playlist_id ${c.text} NOT NULL,
      clip_id ${c.text} NOT NULL,
      position ${c.integer} NOT NULL,
      PRIMARY KEY (organization_id, playlist_id, clip_id),
      FOREIGN KEY (organization_id, playlist_id) REFERENCES playlists (organization_id, id) ON DELETE CASCADE,
      FOREIGN KEY (organization_id, clip_id) REFERENCES clips (organization_id, id) ON DELETE CASCADE
    ) ${c.clusteredTableOptions}`,
    `CREATE INDEX playlist_clips_by_clip ON playlist_clips (organization_id, clip_id)`,
  ])
    await knex.raw(statement);
};
