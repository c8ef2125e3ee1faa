import type { Knex } from "knex";
import { type Db, dialectOf } from "./connect.js";

const snapshotConfig = (db: Db): Knex.TransactionConfig => ({
  readOnly: true,
  // SQLite always reads a snapshot.
  ...(dialectOf(db) === "postgres" && { isolationLevel: "repeatable read" }),
});

/** Runs `work` in a read-only snapshot of one moment. Writers don't wait for it, on either database. */
export const snapshot = async <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> =>
  db.transaction(work, snapshotConfig(db));

/** Opens a read-only snapshot. The caller rolls it back at the end. */
export const openSnapshot = async (db: Db): Promise<Knex.Transaction> =>
  db.transaction(snapshotConfig(db));

// An arbitrary constant, the same in every debrief.
const EXPORT_LOCK = 7_160_243;

/**
 * Locks the organization's export until the transaction ends, across all processes on PostgreSQL. Returns false while
 * another export holds the lock. On SQLite, the only process counts exports itself.
 */
export const tryLockExport = async (trx: Db, organizationId: string): Promise<boolean> => {
  if (dialectOf(trx) === "sqlite") return true;
  const lock = "SELECT pg_try_advisory_xact_lock(?, hashtext(?)) AS held";
  const { rows } = await trx.raw(lock, [EXPORT_LOCK, organizationId]);
  return (rows as { held: boolean }[])[0]!.held;
};
