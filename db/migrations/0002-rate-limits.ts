import type { Knex } from "knex";
import { dialectOf } from "../connect.js";

/**
 * What several processes count together; the form is that of rate-limiter-flexible. Not in the log of
 * PostgreSQL, so that no request waits for a disk: after a crash it is empty, which only lets a minute's
 * requests through again. SQLite has one process, which counts in memory.
 */
export const up = async (knex: Knex): Promise<void> => {
  if (dialectOf(knex) !== "postgres") return;
  await knex.raw(`CREATE UNLOGGED TABLE rate_limits (
    key VARCHAR(255) PRIMARY KEY,
    points INTEGER NOT NULL,
    expire BIGINT
  )`);
};
