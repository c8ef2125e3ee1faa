import type { Db } from "../../db/engine/connect.js";
import { write } from "../../db/engine/write.js";
import {
  findHeartbeat,
  loadNewestRowTimeOf,
  upsertHeartbeat,
} from "../../db/retention/heartbeats.js";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

const HEARTBEAT_INTERVAL_MS = HOUR_MS;
/** A weekend with the server off isn't a jump. */
export const MAX_CLOCK_STEP_DAYS = 3;

/** A clock that is too far from the last heartbeat. Times are milliseconds since 1970. */
export interface ClockJump {
  now: number;
  lastHeartbeatAt: number;
}

const toJump = (lastHeartbeatAt: number, now: number): ClockJump | undefined =>
  Math.abs(now - lastHeartbeatAt) > MAX_CLOCK_STEP_DAYS * DAY_MS
    ? { now, lastHeartbeatAt }
    : undefined;

/** Returns the last heartbeat; before the first one, the time of the newest row. */
export const loadLastHeartbeat = async (db: Db, organizationId: string): Promise<number> =>
  (await findHeartbeat(db, organizationId)) ?? loadNewestRowTimeOf(db, organizationId);

/**
 * Returns the jump if the time `now` is more than 3 days after or before the organization's last heartbeat. Everything
 * that deletes by age calls it first, with the time from which ages are computed.
 */
export const findClockJump = async (
  db: Db,
  organizationId: string,
  now: number,
): Promise<ClockJump | undefined> => toJump(await loadLastHeartbeat(db, organizationId), now);

/**
 * Writes the hourly heartbeat of an organization, unless the clock jumped: then the old heartbeat stays, and the jump
 * is returned. A heartbeat moves back only by confirmation.
 */
export const recordHeartbeat = async (
  db: Db,
  organizationId: string,
  now: number,
): Promise<ClockJump | undefined> => {
  const stored = await findHeartbeat(db, organizationId);
  if (stored !== undefined) {
    const jump = toJump(stored, now);
    if (jump || now - stored < HEARTBEAT_INTERVAL_MS) return jump;
  }
  return write(db, organizationId, async (trx) => {
    const last = await loadLastHeartbeat(trx, organizationId);
    const jump = toJump(last, now);
    // The first heartbeat keeps the newest row's time: rows written during the jump must not replace it.
    await upsertHeartbeat(trx, organizationId, jump ? last : Math.max(last, now));
    return jump;
  });
};

/** Accepts the time `now`, although the clock jumped: deletion by age continues. Call it inside `write`. */
export const acceptClock = async (trx: Db, organizationId: string, now: number): Promise<void> =>
  upsertHeartbeat(trx, organizationId, now);
