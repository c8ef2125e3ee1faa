import { type Db, dialectOf } from "./connect.js";
import { Group } from "./group.js";

const groups = new WeakMap<object, Group>();

const groupOf = (db: Db): Group => {
  const client = db.client as object;
  const group = groups.get(client) ?? new Group(db);
  groups.set(client, group);
  return group;
};

/**
 * Everything in `change` commits together or not at all; what it returns is told when it has. SQLite, which
 * has one writer as it is, commits it together with what else comes in just then.
 */
export const transact = async <T>(db: Db, change: (trx: Db) => Promise<T>): Promise<T> =>
  dialectOf(db) === "sqlite" && !db.isTransaction
    ? groupOf(db).commit(change)
    : db.transaction(change);

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
  transact(db, async (trx) => {
    // NO KEY lets the foreign keys of others' inserts through.
    if (dialectOf(trx) === "postgres")
      await trx.raw("SELECT 1 FROM organizations WHERE id = ? FOR NO KEY UPDATE", [organizationId]);
    return change(trx);
  });
