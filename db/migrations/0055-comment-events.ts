import type { Knex } from "knex";
import { dialectOf } from "../engine/connect.js";
import { columnTypesOf } from "./column-types.js";

/** Stores the event id of a comment, so that its erasure needn't read the payloads of all comment events. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`ALTER TABLE comments ADD COLUMN event_id ${columnTypesOf(knex).text}`);
  const commentId =
    dialectOf(knex) === "sqlite"
      ? "json_extract(payload, '$.data.id')"
      : "CAST(payload AS json) #>> '{data,id}'";
  await knex.raw(
    `UPDATE comments SET event_id = e.id FROM (
       SELECT organization_id, id, ${commentId} AS comment_id FROM events
       WHERE event = 'comment.created' AND payload <> ''
     ) AS e WHERE e.organization_id = comments.organization_id AND e.comment_id = comments.id`,
  );
};
