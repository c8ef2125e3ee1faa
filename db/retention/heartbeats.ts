import { POSITIONS_PER_MS } from "../engine/positions.js";
import type { Db } from "../engine/connect.js";

// Times are milliseconds since 1970.

/** Returns when a server last trusted its clock; undefined before the first heartbeat. */
export const findHeartbeat = async (
  db: Db,
  organizationId: string,
): Promise<number | undefined> => {
  const row = await db("clock_heartbeats")
    .where("organization_id", organizationId)
    .first("beat_at");
  return row?.beat_at as number | undefined;
};

/** Sets the heartbeat, to an earlier time too. Call it inside `write`. */
export const upsertHeartbeat = async (
  trx: Db,
  organizationId: string,
  beatAt: number,
): Promise<void> => {
  await trx("clock_heartbeats")
    .insert({ organization_id: organizationId, beat_at: beatAt })
    .onConflict("organization_id")
    .merge();
};

/**
 * Tables that grow with almost every use of an organization, with an index in this order. Excludes the audit log: a
 * start and the command line write to it with the clock in doubt.
 */
const DATED_TABLES = [
  ["recordings", "position"],
  ["events", "position"],
] as const;

/**
 * Returns when the organization's newest recording or event was created; without any, when the organization was
 * created.
 */
export const loadNewestRowTimeOf = async (db: Db, organizationId: string): Promise<number> => {
  const { created_at: createdAt } = await db("organizations")
    .where("id", organizationId)
    .first("created_at");
  const ran = await db("retention").where("organization_id", organizationId).first("ran_at");
  const times: number[] = [Number(createdAt), Number(ran?.ran_at ?? 0)];
  for (const [table, column] of DATED_TABLES) {
    const row = await db(table)
      .where("organization_id", organizationId)
      .max({ newest: column })
      .first();
    times.push(Math.floor(Number(row?.["newest"] ?? 0) / POSITIONS_PER_MS));
  }
  return Math.max(...times);
};
