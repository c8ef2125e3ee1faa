import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";

const reference = (table: string, column: string, rule = ""): string =>
  `FOREIGN KEY (organization_id, ${column}) REFERENCES ${table} (organization_id, id) ${rule}`;

/** Adds comments on recordings, and the users that they mention. */
export const up = async (knex: Knex): Promise<void> => {
  const c = columnTypesOf(knex);
  const organization = `organization_id ${c.text} NOT NULL REFERENCES organizations (id) ON DELETE CASCADE`;
  for (const statement of [
    // The words that a comment is about are not stored: line, line_from and line_to point into the transcript.
    `CREATE TABLE comments (
      ${organization},
      id ${c.text} NOT NULL,
      recording_id ${c.text} NOT NULL,
      thread_id ${c.text},
      author_id ${c.text} NOT NULL,
      thread_author_id ${c.text} NOT NULL,
      is_private ${c.flag} NOT NULL,
      text ${c.text} NOT NULL,
      start_ms ${c.integer},
      end_ms ${c.integer},
      line ${c.integer},
      line_from ${c.integer},
      line_to ${c.integer},
      created_at ${c.integer} NOT NULL,
      edited_at ${c.integer},
      resolved_at ${c.integer},
      resolved_by ${c.text},
      PRIMARY KEY (organization_id, id),
      ${reference("recordings", "recording_id", "ON DELETE CASCADE")},
      ${reference("comments", "thread_id", "ON DELETE CASCADE")},
      ${reference("users", "author_id")},
      ${reference("users", "thread_author_id")},
      ${reference("users", "resolved_by")}
    ) ${c.tableOptions}`,
    `CREATE INDEX comments_by_recording ON comments (organization_id, recording_id, created_at, id)`,
    `CREATE INDEX comments_by_thread ON comments (organization_id, thread_id, created_at, id)`,
    `CREATE INDEX comment_threads ON comments (organization_id, created_at, id) WHERE thread_id IS NULL`,
    `CREATE INDEX comment_threads_by_author ON comments (organization_id, author_id, created_at, id) WHERE thread_id IS NULL`,
    `CREATE TABLE comment_mentions (
      ${organization},
      comment_id ${c.text} NOT NULL,
      user_id ${c.text} NOT NULL,
      PRIMARY KEY (organization_id, comment_id, user_id),
      ${reference("comments", "comment_id", "ON DELETE CASCADE")},
      ${reference("users", "user_id")}
    ) ${c.clusteredTableOptions}`,
    `CREATE INDEX comment_mentions_by_user ON comment_mentions (organization_id, user_id, comment_id)`,
  ])
    await knex.raw(statement);
};
