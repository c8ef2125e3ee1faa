import type { Db } from "./connect.js";
import { dialectOf } from "./connect.js";

/**
 * The one way to change an organization's data: everything in `change` commits together or not at all,
 * and nobody else changes the same organization meanwhile. So what a change reads stays true until it
 * commits (positions, upserts by external id, matches), on both databases.
 */
export const write = async <T>(
  db: Db,
  organizationId: string,
  change: (trx: Db) => Promise<T>,
): Promise<T> =>
  db.transaction(async (trx) => {
    // SQLite has one writer as it is. NO KEY lets the foreign keys of others' inserts through.
    if (dialectOf(trx) === "postgres")
      await trx.raw("SELECT 1 FROM organizations WHERE id = ? FOR NO KEY UPDATE", [organizationId]);
    return change(trx);
  });
