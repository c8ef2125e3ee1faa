import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

/** Adds the links by which anyone can hear a clip, until they expire or end. */
export const up = async (knex: Knex): Promise<void> => {
  const c = columnTypesOf(knex);
  for (const statement of [
    `CREATE TABLE clip_links (
      organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
      id ${c.text} NOT NULL,
      clip_id ${c.text} NOT NULL,
      author_id ${c.text} NOT NULL,
      hash ${c.text} NOT NULL UNIQUE,
      created_at ${c.integer} NOT NULL,
      expires_at ${c.integer} NOT NULL,
      PRIMARY KEY (organization_id, id),
      FOREIGN KEY (organization_id, clip_id) REFERENCES clips (organization_id, id) ON DELETE CASCADE,
      FOREIGN KEY (organization_id, author_id) REFERENCES users (organization_id, id)
    ) ${c.tableOptions}`,
    `CREATE INDEX clip_links_by_clip ON clip_links (organization_id, clip_id, created_at)`,
  ])
    await knex.raw(statement);
};
