import type { Knex } from "knex";
import { deleteOldAuditEntries } from "../../db/audit-log.js";
import { deleteOldInboundCalls, INBOUND_MS } from "../../db/inbound-calls.js";
import { deleteOldDeliveries, deleteOldEvents } from "../../db/retention.js";
import { allOrganizations } from "../../db/organizations.js";
import { write } from "../../db/write.js";
import { deleteEndedAccess } from "../../graph/sessions.js";
import type { Log } from "../log.js";
import { type Regular, regularly } from "../regularly.js";

const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;
const BATCH = 500;

/** Of the audit log. */
const AUDIT_DAYS = 400;

/** Deletes what is older than the log is kept: in small steps, so that nobody waits for it. */
const forgetOld = async (
  db: Knex,
  now: number,
  before: number,
  signal: AbortSignal,
): Promise<void> => {
  for (const { id } of await allOrganizations(db)) {
    await write(db, id, async (trx) => {
      await deleteEndedAccess(trx, id, now);
      await deleteOldInboundCalls(trx, id, now - INBOUND_MS);
    });
    for (const [step, until] of [
      [deleteOldDeliveries, before],
      [deleteOldEvents, before],
      [deleteOldAuditEntries, now - AUDIT_DAYS * DAY_MS],
    ] as const) {
      let deleted = BATCH;
      while (deleted === BATCH && !signal.aborted)
        deleted = await write(db, id, (trx) => step(trx, id, until, BATCH));
    }
  }
};

/** Keeps the delivery log to that many days, the audit log to its own, and sessions while they hold: now, and every hour. */
export const startRetention = (parts: {
  db: Knex;
  now: () => number;
  log: Log;
  deliveryDays: number;
}): Regular => {
  const { db, now, log, deliveryDays } = parts;
  return regularly(
    { everyMs: HOUR_MS, log, failed: "what is old could not be deleted" },
    async (signal) => forgetOld(db, now(), now() - deliveryDays * DAY_MS, signal),
  );
};
