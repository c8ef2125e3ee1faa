import { type Db, dialectOf } from "./connect.js";
import { WriteBatcher } from "./batch.js";
import { countChange } from "./changes-under-way.js";
import { runOnSharedConnection } from "./limit-connections.js";
import { FairShares } from "./fair-shares.js";
import { SHARE_LIMITS } from "./share-limits.js";

const batchers = new WeakMap<object, { batcher: WriteBatcher; shares: FairShares }>();

const resolveBatcher = (db: Db): { batcher: WriteBatcher; shares: FairShares } => {
  const client = db.client as object;
  const known = batchers.get(client);
  if (known) return known;
  const created = {
    batcher: new WriteBatcher(db),
    shares: new FairShares(SHARE_LIMITS.batchedChanges),
  };
  batchers.set(client, created);
  return created;
};

/**
 * Runs `change` in one transaction and returns its result after the commit. On SQLite, which has one writer,
 * concurrent changes share a commit, and organizations take turns in it.
 */
export const transact = async <T>(
  db: Db,
  change: (trx: Db) => Promise<T>,
  organizationId = "",
): Promise<T> =>
  dialectOf(db) === "sqlite" && !db.isTransaction
    ? resolveBatcher(db).batcher.commit(change, organizationId)
    : db.transaction(change);

const lockOrganization = async (trx: Db, organizationId: string): Promise<void> => {
  // NO KEY doesn't block inserts whose foreign keys refer to the organization.
  await trx.raw("SELECT 1 FROM organizations WHERE id = ? FOR NO KEY UPDATE", [organizationId]);
};

/**
 * The only way to change an organization's data: runs `change` in one transaction, with one writer per organization.
 * Data that a change reads stays valid until it commits (positions, upserts by external id, matches), on both
 * databases.
 * @throws UnavailableError or PostgreSQL's lock time-out if other changes of the organization take too long
 */
export const write = async <T>(
  db: Db,
  organizationId: string,
  change: (trx: Db) => Promise<T>,
): Promise<T> => {
  if (dialectOf(db) === "sqlite")
    return db.isTransaction
      ? transact(db, change)
      : resolveBatcher(db).shares.run(organizationId, () => transact(db, change, organizationId));
  const lockAndChange = async (trx: Db): Promise<T> => {
    await lockOrganization(trx, organizationId);
    return change(trx);
  };
  return db.isTransaction
    ? transact(db, lockAndChange)
    : runOnSharedConnection(db, organizationId, (shared) =>
        countChange(() => transact(shared, lockAndChange)),
      );
};
