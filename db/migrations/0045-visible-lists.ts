import type { Knex } from "knex";

/** Lets the list of recordings skip other users' recordings without reading their rows. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw("DROP INDEX recordings_list");
  await knex.raw(
    "CREATE INDEX recordings_list ON recordings (organization_id, status, position, user_id)",
  );
};
