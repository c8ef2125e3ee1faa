import type { Knex } from "knex";
import { type Db, dialectOf } from "./connect.js";

const reading = (db: Db): Knex.TransactionConfig => ({
  readOnly: true,
  // SQLite has no other.
  ...(dialectOf(db) === "postgres" && { isolationLevel: "repeatable read" }),
});

/** What `work` reads is of one moment, whatever is written meanwhile; nobody waits for it, on either database. */
export const snapshot = async <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> =>
  db.transaction(work, reading(db));

/** The same for who reads as he is asked for more; he rolls it back in the end. */
export const openSnapshot = async (db: Db): Promise<Knex.Transaction> =>
  db.transaction(reading(db));

// Any constant will do, as long as every debrief uses the same.
const EXPORT_LOCK = 7_160_243;

/**
 * Whether nobody else exports the organization: of all processes on PostgreSQL, until the transaction
 * ends. One process has a file of SQLite, and knows it by itself.
 */
export const holdExport = async (trx: Db, organizationId: string): Promise<boolean> => {
  if (dialectOf(trx) === "sqlite") return true;
  const lock = "SELECT pg_try_advisory_xact_lock(?, hashtext(?)) AS held";
  const { rows } = await trx.raw(lock, [EXPORT_LOCK, organizationId]);
  return (rows as { held: boolean }[])[0]!.held;
};
