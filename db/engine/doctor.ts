import type { Db } from "./connect.js";

// Queries of `debrief doctor`, over all organizations. The reference checks are for SQLite only.

export const reindex = async (db: Db): Promise<void> => {
  await db.raw("REINDEX");
};

/** Rows with a dangling foreign key. */
export interface OrphanedRows {
  table: string;
  parent: string;
  /** SQLite's number of the foreign key. */
  key: number;
  rows: number;
}

export const listOrphans = async (db: Db): Promise<OrphanedRows[]> =>
  db.raw(
    `SELECT "table", parent, fkid AS key, count(*) AS rows FROM pragma_foreign_key_check
     GROUP BY "table", parent, fkid ORDER BY 1, 2, 3`,
  );

/** Sets dangling references to null if the column allows it; otherwise deletes the row. */
export const clearOrphans = async (db: Db, { table, parent, key }: OrphanedRows): Promise<void> => {
  const parts: { from: string; to: string | null }[] = await db.raw(
    `SELECT "from", "to" FROM pragma_foreign_key_list('${table}') WHERE id = ${key}`,
  );
  const optional: { name: string }[] = await db.raw(
    `SELECT name FROM pragma_table_info('${table}') WHERE "notnull" = 0 AND pk = 0`,
  );
  const column = parts
    .map(({ from }) => from)
    .find((from) => optional.some(({ name }) => name === from));
  const isSet = parts.map(({ from }) => `c."${from}" IS NOT NULL`).join(" AND ");
  const matches = parts.map(({ from, to }) => `p."${to ?? from}" = c."${from}"`).join(" AND ");
  const where = `WHERE ${isSet} AND NOT EXISTS (SELECT 1 FROM ${parent} AS p WHERE ${matches})`;
  if (column === undefined) await db.raw(`DELETE FROM ${table} AS c ${where}`);
  else await db.raw(`UPDATE ${table} AS c SET "${column}" = NULL ${where}`);
};

/** Moves the WAL into the file and truncates it. Returns false while a reader prevents that. */
export const truncateWal = async (db: Db): Promise<boolean> => {
  const [row]: { busy: number }[] = await db.raw("PRAGMA wal_checkpoint(TRUNCATE)");
  return row?.busy === 0;
};

/** Returns the creation time of the newest row, in milliseconds since 1970; 0 without rows. */
export const loadNewestRowTime = async (db: Db): Promise<number> => {
  let newest = 0;
  for (const [table, column, unit] of [
    ["clients", "created_at", 1],
    ["appointments", "created_at", 1],
    ["events", "position", 1000],
    ["recordings", "position", 1000],
  ] as const) {
    const row = await db(table).max({ newest: column }).first();
    newest = Math.max(newest, Math.floor(Number(row?.["newest"] ?? 0) / unit));
  }
  return newest;
};

/** Counts deliveries that a running server would already have claimed, and claims that it would already have ended. */
export const countOverdueDeliveries = async (
  db: Db,
  before: number,
): Promise<{ waiting: number; claimed: number }> => {
  // The planner must match the conditions to the partial indexes.
  const countBefore = async (condition: string, time: string): Promise<number> => {
    const overdue = db("deliveries").whereRaw(`${condition} AND ${time} < ?`, [before]);
    const row = await overdue.count({ count: "*" }).first();
    return Number(row?.["count"] ?? 0);
  };
  return {
    waiting:
      (await countBefore(
        "status = 'pending' AND claimed_by IS NULL AND is_waiting = 0",
        "coalesce(due_at, created_at)",
      )) + (await countBefore("is_waiting = 1", "due_at")),
    claimed: await countBefore("status = 'pending' AND claimed_by IS NOT NULL", "lease_until"),
  };
};
