import type { Knex } from "knex";
import { deleteOldAuditEntries } from "../../db/organizations/audit-log.js";
import { deleteOldInboundCalls, INBOUND_RETENTION_MS } from "../../db/dialers/inbound-calls.js";
import { deleteOldDeliveries, deleteOldEvents } from "../../db/retention/retention.js";
import { listOrganizations } from "../../db/organizations/organization.js";
import { write } from "../../db/engine/write.js";
import { deleteExpiredAccess } from "../../graph/sign-in/sessions.js";
import type { Log } from "../log/log.js";
import { type IntervalJob, startInterval } from "../jobs/interval.js";

const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;
const BATCH_SIZE = 500;

const AUDIT_LOG_DAYS = 400;

/** Deletes expired rows in batches of 500, so that no other change waits long. */
const deleteExpired = async (
  db: Knex,
  now: number,
  deliveriesBefore: number,
  signal: AbortSignal,
): Promise<void> => {
  for (const { id } of await listOrganizations(db)) {
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
export const startLogCleanup = (options: {
  db: Knex;
  now: () => number;
  log: Log;
  deliveryDays: number;
}): IntervalJob => {
  const { db, now, log, deliveryDays } = options;
  return startInterval(
    { everyMs: HOUR_MS, log, failureMessage: "the log cleanup failed" },
    async (signal) => deleteExpired(db, now(), now() - deliveryDays * DAY_MS, signal),
  );
};
