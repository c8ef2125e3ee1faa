import type { Knex } from "knex";
import { type ColumnTypes, columnTypesOf } from "./column-types.js";

const statements = (c: ColumnTypes): string[] => [
  // The recordings that a client had when its erasure began, kept until it has ended. A rematch may assign another
  // client meanwhile. No foreign key to the recordings: erased ones count, too.
  `CREATE TABLE client_erasures (
    organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    client_id ${c.text} NOT NULL,
    recording_id ${c.text} NOT NULL,
    PRIMARY KEY (organization_id, client_id, recording_id)
  ) ${c.clusteredTableOptions}`,
];

/** Adds the recordings of clients whose erasure has begun. */
export const up = async (knex: Knex): Promise<void> => {
  for (const statement of statements(columnTypesOf(knex))) await knex.raw(statement);
};
