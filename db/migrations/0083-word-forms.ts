import type { Knex } from "knex";

/** Has all calls searched again for the trackers with phrases: other forms of words count now. */
export const up = async (knex: Knex): Promise<void> => {
  await knex("trackers")
    .whereNull("deleted_at")
    .whereNot("phrases", "[]")
    .update({ scan_below: Number.MAX_SAFE_INTEGER, scan_total: 0, scan_done: 0 });
};
