import type { Knex } from "knex";
import { dialectOf } from "../engine/connect.js";
import { columnTypesOf } from "./column-types.js";

/** A random UUID for each row. */
const NEW_ID = {
  sqlite: `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) ||
    '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`,
  postgres: "gen_random_uuid()::text",
};

/** Action items get an id, an owner, a due date and what a person did with them. */
export const up = async (knex: Knex): Promise<void> => {
  const { text, integer, flag } = columnTypesOf(knex);
  const columns = [
    `id ${text} NOT NULL DEFAULT ''`,
    // The recording's, so that an index has the order of the list over all calls.
    `recording_position ${integer} NOT NULL DEFAULT 0`,
    // A user's id. Null: an explicit item is the rep's, any other the client's.
    `owner_id ${text}`,
    // The analysis's text, if a person has changed it.
    `found_text ${text}`,
    // YYYY-MM-DD.
    `due ${text}`,
    `completed_at ${integer}`,
    `completed_by ${text}`,
    // When a person last changed the item, which later analyses then keep; null for an analysis's own.
    `changed_at ${integer}`,
    // 1: the analysis doesn't have it.
    `is_added ${flag} NOT NULL DEFAULT 0`,
  ];
  for (const column of columns) await knex.raw(`ALTER TABLE action_items ADD COLUMN ${column}`);
  await knex.raw(`UPDATE action_items SET id = ${NEW_ID[dialectOf(knex)]}, recording_position =
    (SELECT r.position FROM recordings AS r WHERE r.organization_id = action_items.organization_id
      AND r.id = action_items.recording_id)`);
  await knex.raw("CREATE UNIQUE INDEX action_items_by_id ON action_items (organization_id, id)");
  const order = "(organization_id, recording_position DESC, position)";
  await knex.raw(`CREATE INDEX action_items_list ON action_items ${order}`);
  await knex.raw(`CREATE INDEX action_items_open ON action_items ${order} WHERE completed = 0`);
};
