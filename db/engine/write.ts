import { type Db, dialectOf } from "./connect.js";
import { WriteBatcher } from "./batch.js";

const batchers = new WeakMap<object, WriteBatcher>();

const resolveBatcher = (db: Db): WriteBatcher => {
  const client = db.client as object;
  const batcher = batchers.get(client) ?? new WriteBatcher(db);
  batchers.set(client, batcher);
  return batcher;
};

/**
 * Runs `change` in one transaction and returns its result after the commit. On SQLite, which has one writer,
 * concurrent changes share a commit.
 */
export const transact = async <T>(db: Db, change: (trx: Db) => Promise<T>): Promise<T> =>
  dialectOf(db) === "sqlite" && !db.isTransaction
    ? resolveBatcher(db).commit(change)
    : db.transaction(change);

/**
 * The only way to change an organization's data: runs `change` in one transaction, with one writer per
 * organization. Data that a change reads stays valid until it commits (positions, upserts by external id,
 * matches), on both databases.
 */
export const write = async <T>(
  db: Db,
  organizationId: string,
  change: (trx: Db) => Promise<T>,
): Promise<T> =>
  transact(db, async (trx) => {
    // NO KEY doesn't block inserts whose foreign keys refer to the organization.
    if (dialectOf(trx) === "postgres")
      await trx.raw("SELECT 1 FROM organizations WHERE id = ? FOR NO KEY UPDATE", [organizationId]);
    return change(trx);
  });
