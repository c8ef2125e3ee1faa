import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

/** Adds saved views: named filters of the list of recordings. */
export const up = async (knex: Knex): Promise<void> => {
  const c = columnTypesOf(knex);
  await knex.raw(`CREATE TABLE saved_views (
    organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    id ${c.text} NOT NULL,
    author_id ${c.text} NOT NULL,
    name ${c.text} NOT NULL,
    query ${c.text} NOT NULL,
    shared ${c.flag} NOT NULL,
    created_at ${c.integer} NOT NULL,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, author_id) REFERENCES users (organization_id, id)
  ) ${c.tableOptions}`);
  await knex.raw("CREATE INDEX saved_views_by_author ON saved_views (organization_id, author_id)");
  await knex.raw(
    "CREATE INDEX saved_views_by_sharing ON saved_views (organization_id) WHERE shared = 1",
  );
};
