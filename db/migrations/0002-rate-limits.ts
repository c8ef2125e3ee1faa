import type { Knex } from "knex";
import { dialectOf } from "../engine/connect.js";

/**
 * Creates the request counters that several processes share, in the format of rate-limiter-flexible. UNLOGGED:
 * no request waits for the disk, and a crash only resets one minute's counts. On SQLite, the one process counts
 * in memory.
 */
export const up = async (knex: Knex): Promise<void> => {
  if (dialectOf(knex) !== "postgres") return;
  await knex.raw(`CREATE UNLOGGED TABLE rate_limits (
    key VARCHAR(255) PRIMARY KEY,
    points INTEGER NOT NULL,
    expire BIGINT
  )`);
};
