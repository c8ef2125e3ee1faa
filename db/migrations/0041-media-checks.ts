import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

/** Adds whether a media file waits for its check: until then it isn't served. */
export const up = async (knex: Knex): Promise<void> => {
  const c = columnTypesOf(knex);
  await knex.raw(`ALTER TABLE media ADD COLUMN unchecked ${c.flag} NOT NULL DEFAULT 0`);
  await knex.raw(
    `CREATE INDEX media_unchecked ON media (organization_id, recording_id) WHERE unchecked = 1`,
  );
};
