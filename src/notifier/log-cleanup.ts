import type { Knex } from "knex";
import { deleteOldAuditEntries } from "../../db/organizations/audit-log.js";
import { deleteOldInboundCalls, INBOUND_RETENTION_MS } from "../../db/dialers/inbound-calls.js";
import { deleteOldDeliveries, deleteOldEvents } from "../../db/retention/retention.js";
import { listOrganizations } from "../../db/organizations/organization.js";
import { write } from "../../db/engine/write.js";
import { findClockJump } from "../../graph/retention/clock.js";
import { deleteExpiredAccess } from "../../graph/sign-in/sessions.js";
import type { Log } from "../base/log/log.js";
import { type IntervalJob, startInterval } from "../base/workers/interval.js";

const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;
const BATCH_SIZE = 500;

export const AUDIT_LOG_DAYS = 400;

interface LogCleanupOptions {
  db: Knex;
  /** Milliseconds since 1970. */
  now: () => number;
  log: Log;
  deliveryDays: number;
}

/**
 * Creates the cleanup of all organizations. It deletes in batches of 500, so that no other change waits long.
 * It skips organizations for which the clock jumped.
 */
export const createLogCleanup =
  ({ db, now: clock, deliveryDays }: Omit<LogCleanupOptions, "log">) =>
  async (signal: AbortSignal): Promise<void> => {
    const now = clock();
    const deliveriesBefore = now - deliveryDays * DAY_MS;
    for (const { id } of await listOrganizations(db)) {
      if (await findClockJump(db, id, now)) continue;
      await write(db, id, async (trx) => {
        await deleteExpiredAccess(trx, id, now);
        await deleteOldInboundCalls(trx, id, now - INBOUND_RETENTION_MS);
      });
      for (const [deleteBatch, before] of [
        [deleteOldDeliveries, deliveriesBefore],
        [deleteOldEvents, deliveriesBefore],
        [deleteOldAuditEntries, now - AUDIT_LOG_DAYS * DAY_MS],
      ] as const) {
        let deleted = BATCH_SIZE;
        while (deleted === BATCH_SIZE && !signal.aborted)
          deleted = await write(db, id, (trx) => deleteBatch(trx, id, before, BATCH_SIZE));
      }
    }
  };

/** Deletes expired deliveries, events, received calls, audit entries and sessions: now, then every hour. */
export const startLogCleanup = ({ log, ...options }: LogCleanupOptions): IntervalJob =>
  startInterval(
    { everyMs: HOUR_MS, log, failureMessage: "the log cleanup failed" },
    createLogCleanup(options),
  );
