import type { Knex } from "knex";
import { dialectOf } from "../engine/connect.js";
import { fillSearchIndex } from "../search/rebuild-index.js";
import { type ColumnTypes, columnTypesOf } from "./column-types.js";

const buildRowsTable = (c: ColumnTypes, own: string): string => `CREATE TABLE search_rows (
  organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  position ${c.integer} NOT NULL,
  digest ${c.text} NOT NULL,
  ${own},
  PRIMARY KEY (organization_id, position),
  FOREIGN KEY (organization_id, position) REFERENCES recordings (organization_id, position)
    ON DELETE CASCADE
) ${c.clusteredTableOptions}`;

const statements = {
  // The index contains words only, no texts. Without secure-delete it would keep the words of erased recordings.
  sqlite: (c: ColumnTypes) => [
    buildRowsTable(c, `number ${c.integer} NOT NULL UNIQUE`),
    `CREATE VIRTUAL TABLE search_index
      USING fts5(name, summary, notes, transcript, content = '', tokenize = 'ascii')`,
    `INSERT INTO search_index (search_index, rank) VALUES ('secure-delete', 1)`,
    `INSERT INTO search_index (search_index, rank) VALUES ('rank', 'bm25(8.0, 4.0, 2.0, 1.0)')`,
  ],
  postgres: (c: ColumnTypes) => [
    buildRowsTable(c, "words TSVECTOR NOT NULL"),
    `CREATE INDEX search_rows_words ON search_rows USING gin (words)`,
  ],
};

/** Creates and fills the search index of processed recordings. */
export const up = async (knex: Knex): Promise<void> => {
  for (const statement of statements[dialectOf(knex)](columnTypesOf(knex)))
    await knex.raw(statement);
  const ids: string[] = await knex("organizations").orderBy("id").pluck("id");
  for (const id of ids) await fillSearchIndex(knex, id);
};
